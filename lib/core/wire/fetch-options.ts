/** A function that sends a request: the platform's `fetch`, or one with its shape. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Header values by lowercase name. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** What fetch takes beside what homing sets itself. */
export type FetchOptions = {
  [K in Exclude<keyof RequestInit, 'method' | 'headers' | 'body' | 'signal'>]?: RequestInit[K] | undefined;
};
