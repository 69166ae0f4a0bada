import { jsonResponse } from '../../lib/entries/testing.js';

/** One request that waits to be answered by hand. */
export interface HeldRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Answers with a Response; a plain value is sent as JSON. */
  answer(body: unknown, init?: ResponseInit): void;
  fail(thrown: unknown): void;
}

/** A fetch whose requests wait to be answered, and end with their signal as the platform's do. */
export const heldFetch = (): {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  requests: HeldRequest[];
} => {
  const requests: HeldRequest[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const answer = (body: unknown, responseInit?: ResponseInit): void =>
        resolve(body instanceof Response ? body : jsonResponse(body, responseInit));
      requests.push({ url, init, answer, fail: reject });
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  return { fetch, requests };
};
