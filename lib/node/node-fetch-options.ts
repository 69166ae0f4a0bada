import type { CookieJar } from './cookie-jar.js';
import type { Dispatcher } from './dispatcher.js';

declare global {
  interface RequestInit {
    /**
     * The most that this response's body may be, in bytes after decompression: for `withLimit` and `nodeFetch`, in
     * whose own limit's place it stands. `Infinity` for no limit. What is no number, or negative, is refused.
     */
    maxResponseSize?: number | undefined;
    /**
     * The jar of this request's cookies: for `nodeFetch`, in whose own jar's place it stands. What is no jar is refused.
     * With `credentials: 'omit'` no jar counts.
     */
    cookies?: CookieJar | undefined;
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
   * The most that a response body may be, in bytes, however it is read: as it comes, between two codings and after
   * decompression. A larger one fails with a TypeError. A request's own `maxResponseSize` option wins. `Infinity` for no
   * limit. Default: 268435456 (256 MiB).
   */
  readonly maxResponseSize?: number | undefined;
  /**
   * A jar of `tough-cookie`, versions 4 to 6, or anything that has its `getCookieString` and `setCookie`: each request,
   * redirects too, gets the cookies that the jar has for its URL, and each answer's are put in. A request's own
   * `cookies` option wins; with `credentials: 'omit'` no jar counts. What is no jar throws a TypeError. A jar is one
   * user's: it is in no key of a cache. Default: no cookies.
   */
  readonly cookies?: CookieJar | undefined;
}

/** The `maxResponseSize` where none is given. */
export const DEFAULT_MAX_RESPONSE_SIZE: number = 256 * 1024 * 1024;
