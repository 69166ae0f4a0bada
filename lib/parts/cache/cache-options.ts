import type { Middleware } from '../../core/seats.js';
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
   * Methods that are cached, in any case. Default GET and HEAD: a repeated equal write is sent each time. Name POST for a
   * search or a GraphQL query, on its endpoint. No list: it throws when it is made.
   */
  methods?: readonly string[] | undefined;
  /**
   * Names of headers, in any case, on which no answer depends: calls that differ in them alone have one entry. Default:
   * none. Never one that tells users apart. No list: it throws when it is made.
   */
  ignoreHeaders?: readonly string[] | undefined;
  /** Where the answers are kept. Default: in this process, `maxSize` of them. */
  store?: CacheStore | undefined;
}

/** What `cacheMiddleware` gives: a middleware whose answers can be forgotten. */
export interface CacheMiddleware extends Middleware {
  /** Forgets every answer: on a change of user, say. A call in flight does not fill the cleared store. */
  clear(): void;
}
