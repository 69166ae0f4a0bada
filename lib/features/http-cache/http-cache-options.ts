import {
  nullProto,
  type Clock,
  givenOptions,
  type MiddlewareContext,
  readDelay,
  readTimeout,
  InvalidInputError,
  systemClock,
} from '../../core/internal.js';
import type { CacheStatus } from './cache-status.js';
import type { RecordKeepingStore } from './http-cache-store.js';

/** A call as `onStatus` receives it, without query, headers and body. */
export interface HandledCall {
  /** The endpoint's key in `requests`. */
  readonly requestName: string;
  /** How the cache handled the call. */
  readonly status: CacheStatus;
}

/** Options of `HttpCachePlugin` and `httpCacheMiddleware`. */
export interface HttpCacheOptions {
  /**
   * Whether responses belong to one user (`'private'`, stored separately for each user) or to everyone (`'shared'`, as
   * in a proxy). The constructor throws a TypeError for another value.
   *
   * @default 'private'
   */
  mode?: 'private' | 'shared' | undefined;
  /**
   * External store for responses: `redisStore(...)`, or `recordStore(...)` around your own store. Default: none,
   * responses stay in this process. The constructor throws a TypeError for another value.
   */
  store?: RecordKeepingStore | undefined;
  /**
   * Encrypts responses for one user before they leave the process, and hides the names of all entries. At least 16
   * characters, the same in all processes. Default: none, such responses stay in this process. The constructor throws a
   * TypeError for a shorter secret.
   */
  secret?: string | undefined;
  /**
   * Separates the entries of several programs, or versions of one program, in one store. Another type doesn't compile.
   *
   * @default 'homing'
   */
  namespace?: string | undefined;
  /**
   * Maximum size of the responses in this process, in bytes. The least recently used response is deleted first.
   * Negative or NaN: 0.
   *
   * @default 50000000
   */
  maxSize?: number | undefined;
  /**
   * Maximum body size of a stored response, in bytes. Negative or NaN: 0, which stores only empty bodies.
   *
   * @default 5000000
   */
  maxEntrySize?: number | undefined;
  /** Returns the tags of a response, for `invalidate`. Default: no tags. If it throws, the response isn't stored. */
  tags?: ((ctx: MiddlewareContext, response: Response) => readonly string[]) | undefined;
  /**
   * Returns the user if the headers don't identify one, for example a tenant or the owner of cookies that `fetch` adds.
   * Applies to a private cache. Default: undefined, only the headers count. If it throws, or returns a Promise or
   * another value that is neither a string nor a number, the call ends before anything is sent.
   */
  userKey?: ((ctx: MiddlewareContext) => string | undefined) | undefined;
  /**
   * Called with the outcome of each call. Default: none. An error that it throws is reported and has no other effect.
   */
  onStatus?: ((call: HandledCall) => void) | undefined;
  /**
   * Whether a response without explicit freshness stays fresh for a tenth of its age by Last-Modified, at most 7 days.
   * Another type doesn't compile.
   *
   * @default true
   */
  heuristicFreshness?: boolean | undefined;
  /**
   * Timeout of each store operation in milliseconds. Negative: 0. NaN: the default.
   *
   * @default 50
   */
  storeTimeout?: number | undefined;
  /**
   * Milliseconds after which other processes stop waiting for a process that holds a lease. 0, negative or NaN: the
   * default.
   *
   * @default 10000
   */
  leaseTime?: number | undefined;
  /**
   * Milliseconds that a call waits for the response of another process. Negative: 0. NaN: the default.
   *
   * @default 2000
   */
  leaseWait?: number | undefined;
  /**
   * Timeout of a background validation in milliseconds. 0, negative or NaN: the default.
   *
   * @default 30000
   */
  revalidateTimeout?: number | undefined;
  /**
   * Called with work that continues after a call, for platforms that stop when the call ends: `ctx.waitUntil` of a
   * Worker. Default: none. An error that it throws is reported and has no other effect.
   */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /**
   * Whether to add a `Cache-Status` header to each response. Another type doesn't compile.
   *
   * @default false
   */
  header?: boolean | undefined;
}

/** Reads a size in bytes; 0 for an invalid one. */
const readSize = (size: number): number => (size > 0 ? size : 0);

/** Specs pass a clock that they advance manually. */
type ClockedHttpCacheOptions = HttpCacheOptions & { readonly clock?: Clock };

/** Fills in the defaults of all options. */
export function readHttpCacheOptions(options: ClockedHttpCacheOptions | null | undefined) {
  const given = givenOptions(options);
  const { mode = 'private', store, leaseTime = 0, revalidateTimeout = 0 } = given;
  if (!['private', 'shared'].includes(mode)) throw new InvalidInputError("mode: pass 'private' or 'shared'.");
  if (store && typeof store['~open'] !== 'function')
    throw InvalidInputError.ofOption('store', store, 'redisStore() or recordStore()');
  const { maxSize = 50_000_000, maxEntrySize = 5_000_000, heuristicFreshness = true, header = false } = given;
  const settings = {
    ...given,
    clock: given.clock ?? systemClock,
    shared: mode === 'shared',
    namespace: given.namespace ?? 'homing',
    maxSize: readSize(maxSize),
    maxEntrySize: readSize(maxEntrySize),
    heuristicFreshness,
    header,
    hasTags: given.tags !== undefined,
    storeTimeout: readDelay(given.storeTimeout, 50),
    leaseTime: readTimeout(leaseTime) || 10_000,
    leaseWait: readDelay(given.leaseWait, 2000),
    revalidateTimeout: readTimeout(revalidateTimeout) || 30_000,
  };
  return nullProto<typeof settings>(settings);
}

/** Options with their defaults. */
export type HttpCacheSettings = ReturnType<typeof readHttpCacheOptions>;
