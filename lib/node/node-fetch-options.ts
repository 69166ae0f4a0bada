import type { Dispatcher } from './dispatcher.js';

declare global {
  interface RequestInit {
    /**
     * The most that this response's body may be, in bytes after decompression: for `withLimit` and `nodeFetch`, in
     * whose own limit's place it stands. `Infinity` for no limit. What is no number, or negative, is refused.
     */
    maxResponseSize?: number | undefined;
  }
}

/** What `nodeFetch` takes. */
export interface NodeFetchOptions {
  /**
   * What sends the requests: an Agent, Pool, ProxyAgent, EnvHttpProxyAgent or MockAgent of the package `undici`,
   * versions 6 to 8. A request's own `dispatcher` option wins. Default: the one of the global fetch.
   */
  readonly dispatcher?: Dispatcher | undefined;
  /**
   * The most that a response body may be, in bytes after decompression, however it is read. A larger one fails with
   * a TypeError. A request's own `maxResponseSize` option wins. `Infinity` for no limit. Default: 268435456 (256 MiB).
   */
  readonly maxResponseSize?: number | undefined;
}

/** The `maxResponseSize` where none is given. */
export const DEFAULT_MAX_RESPONSE_SIZE: number = 256 * 1024 * 1024;
