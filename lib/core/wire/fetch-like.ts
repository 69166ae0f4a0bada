/** A function that sends a request: the platform's `fetch`, or one with its shape. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;
