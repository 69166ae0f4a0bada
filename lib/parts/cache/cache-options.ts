import type { Middleware } from '../../core/stages/middleware-context.js';
import type { CacheStore } from './cache-store.js';

/** Options of `CachePlugin` and `cacheMiddleware`. */
export interface CacheOptions {
  /** Milliseconds for which an answer is handed out. Default 300000. Negative, 0 and NaN: nothing is cached. */
  ttl?: number | undefined;
  /** How many answers the default store keeps; the oldest goes first. Default 50. Fractions round down; below 1 or NaN: none. */
  maxSize?: number | undefined;
  /** Tells `console.debug` of each hit and miss, by endpoint name. Default false. */
  debug?: boolean | undefined;
  /**
   * Methods that are cached. Default: all. With the cache on a whole client, say `['GET', 'HEAD']`: a repeated equal
   * write would be answered from memory otherwise.
   */
  methods?: readonly string[] | undefined;
  /** Where the answers are kept. Default: in this process, `maxSize` of them. */
  store?: CacheStore | undefined;
}

/** What `cacheMiddleware` gives: a middleware whose answers can be forgotten. */
export interface CacheMiddleware extends Middleware {
  /** Forgets every answer: on a change of user, say. A call in flight does not fill the cleared store. */
  clear(): void;
}
