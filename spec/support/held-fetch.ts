import { jsonResponse } from '../../lib/entries/testing.js';

/** One pending request. The spec responds to it. */
export interface HeldRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Responds with a Response, or with a plain value as JSON. */
  answer(body: unknown, init?: ResponseInit): void;
  fail(thrown: unknown): void;
}

/** A fetch whose requests wait for a response from the spec. They follow their signal, as in the platform's fetch. */
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
