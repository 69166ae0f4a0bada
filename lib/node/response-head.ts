import type { RawHeaders } from './dispatcher.js';

/** What comes back, without its body. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: RawHeaders;
}
