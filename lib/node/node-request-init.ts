import type { Dispatcher } from './dispatcher.js';

/** The options of a request: fetch's, and undici's own. */
export interface NodeRequestInit extends RequestInit {
  readonly dispatcher?: Dispatcher | undefined;
  readonly duplex?: unknown;
}
