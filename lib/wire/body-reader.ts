import type { Decoded } from './decoded.js';

/** Where a reader gets the body from: a `Response`, or what several callers of one request share. */
export type BodySource = Pick<Response, 'arrayBuffer' | 'blob' | 'body' | 'formData' | 'text'>;

/** One way to read a response body, chosen by the endpoint's `responseType`. */
export interface BodyReader {
  /** The body of a 2xx response. What it throws becomes the `error.body` of a `'parse'` error. */
  read(source: BodySource): Promise<Decoded>;
  /** The body of any other response, null when it is empty. What it throws counts as unreadable. */
  readError(source: BodySource): Promise<unknown>;
}
