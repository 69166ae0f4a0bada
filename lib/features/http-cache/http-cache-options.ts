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

/** What `onStatus` is told of a call: no query, no header and no body. */
export interface HandledCall {
  /** The endpoint's key in `requests`. */
  readonly requestName: string;
  /** How the cache handled it. */
  readonly status: CacheStatus;
}

/** Options of `HttpCachePlugin` and `httpCacheMiddleware`. */
export interface HttpCacheOptions {
  /**
   * Whether the answers are one user's (`'private'`, each kept apart by who asks) or everybody's (`'shared'`, as a
   * proxy's are). Default `'private'`. Another value: it throws when it is made.
   */
  mode?: 'private' | 'shared' | undefined;
  /**
   * Where answers are kept outside of this process: `redisStore(...)`, or `recordStore(...)` over one of your own.
   * Default: nowhere; in this process only. What neither made: it throws.
   */
  store?: RecordKeepingStore | undefined;
  /**
   * Seals answers that are for one user before they leave the process, and hides the names of all. At least 16
   * characters, the same in all processes. Default: none; such answers stay in this process. A shorter one: it throws
   * when it is made.
   */
  secret?: string | undefined;
  /** Keeps apart what several programs, or versions of one, have in one store. Default `'homing'`. Another value doesn't compile. */
  namespace?: string | undefined;
  /**
   * How many bytes are kept in this process at most; what was used longest ago goes first. Default 50000000. Negative
   * and NaN: none.
   */
  maxSize?: number | undefined;
  /** How many bytes the body of an answer may have to be kept. Default 5000000. Negative and NaN: none but empty ones. */
  maxEntrySize?: number | undefined;
  /** Names for an answer, to be forgotten by. Default: none. What it throws: the answer is not kept. */
  tags?: ((ctx: MiddlewareContext, response: Response) => readonly string[]) | undefined;
  /**
   * Who asks, where the headers don't say so: a tenant, or whose cookies the `fetch` adds. Counts in a private cache.
   * Default: undefined, the headers alone. What it throws, or gives that is neither a text nor a number, a Promise too,
   * ends the call before anything is sent.
   */
  userKey?: ((ctx: MiddlewareContext) => string | undefined) | undefined;
  /** Is told how each call was handled. Default: none. What it throws is reported, and stops nothing. */
  onStatus?: ((call: HandledCall) => void) | undefined;
  /**
   * Whether an answer that says nothing of its freshness has a tenth of its age by Last-Modified, at most 7 days.
   * Default true. Another value doesn't compile.
   */
  heuristicFreshness?: boolean | undefined;
  /** Milliseconds that the store may take, for each question. Default 50. Negative is 0, NaN the default. */
  storeTimeout?: number | undefined;
  /** Milliseconds after which a process that was to send is taken for dead. Default 10000. 0, negative and NaN: the default. */
  leaseTime?: number | undefined;
  /** Milliseconds that a call waits for the answer of another process. Default 2000. Negative is 0, NaN the default. */
  leaseWait?: number | undefined;
  /** Milliseconds that a validation in the background may take. Default 30000. 0, negative and NaN: the default. */
  revalidateTimeout?: number | undefined;
  /**
   * Is handed what goes on after a call, for a platform that ends with it: `ctx.waitUntil` of a Worker. Default: none.
   * What it throws is reported, and stops nothing.
   */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined;
  /** Whether a `Cache-Status` header is added to each response. Default false. Another value doesn't compile. */
  header?: boolean | undefined;
}

/** Bytes; what is no number of them is none. */
const readSize = (size: number): number => (size > 0 ? size : 0);

/** With the clock that specs move by hand. */
type Timed = HttpCacheOptions & { readonly clock?: Clock };

/** All options, each with a value or its default. */
export function readHttpCacheOptions(options: Timed | null | undefined) {
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

/** Options as they are read. */
export type HttpCacheSettings = ReturnType<typeof readHttpCacheOptions>;
