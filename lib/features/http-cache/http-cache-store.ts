import type { Clock } from '../../core/internal.js';
import type { CacheRequest } from './cache-request.js';
import type { FreshnessRules } from './freshness.js';
import type { LookupResult } from './memory-store.js';
import type { Stored } from './stored-response.js';

/**
 * An external store for the records of an HTTP cache: bytes by key. A method that throws, rejects or takes longer than
 * the option `storeTimeout` counts as a miss. It never makes a call fail or wait longer.
 */
export interface HttpCacheStore {
  /**
   * Returns the values of these keys in their order, as `set` or `acquireLease` stored them; undefined for a missing
   * key.
   */
  get(keys: string[]): Promise<(Uint8Array | undefined)[]>;
  /**
   * Stores a value and replaces any other.
   *
   * @param ttl Milliseconds after which the store can delete it.
   */
  set(key: string, record: Uint8Array, ttl: number): Promise<void>;
  /** Deletes a value; does nothing for a missing key. */
  delete(key: string): Promise<void>;
  /**
   * Stores a string as bytes for `ms` milliseconds if the key has no value; resolves with false if it has one. If
   * several calls with one key run at the same time, in any process, only one resolves with true. Without this method,
   * each process sends its own requests.
   */
  acquireLease?(key: string, token: string, ms: number): Promise<boolean>;
  /** Deletes the key if its value is this token. */
  releaseLease?(key: string, token: string): Promise<void>;
}

/** Settings for the records; durations are milliseconds. */
export interface RecordSettings extends FreshnessRules {
  /** Separates the entries of several programs in one store. */
  readonly namespace: string;
  /** Encrypts responses for one user; undefined for none. */
  readonly secret?: string | undefined;
  /** Whether responses can have tags. */
  readonly hasTags: boolean;
  /** Timeout of each store operation in milliseconds. */
  readonly storeTimeout: number;
  /** Milliseconds for which a lease is valid. */
  readonly leaseTime: number;
  /** Milliseconds to wait for another process. */
  readonly leaseWait: number;
}

/** A store together with its record code, so that caches without a store don't bundle it. Created by `recordStore`. */
export interface RecordKeepingStore extends HttpCacheStore {
  /** Internal to homing. */
  readonly '~open': (settings: RecordSettings, clock: Clock) => ExternalStore;
}

/** The state of the external store before a request was sent. */
export interface Look {
  /** A stored response that can be served now. */
  readonly stored?: Stored | undefined;
  /**
   * Stores the response, unless a deletion happened in the meantime or a newer response exists. Resolves with true if a
   * response is stored.
   *
   * @param isValidated Whether a 304 confirmed this response.
   */
  readonly keep: (stored: Stored, isValidated: boolean) => Promise<boolean>;
  /**
   * Lets other processes continue.
   *
   * @param isApart Whether the response can't be shared now and for some time.
   */
  readonly release: (isApart: boolean) => Promise<void>;
}

/**
 * For whom a request is sent. `'alone'`: for one caller. `'together'`: for all callers of this process, which also wait
 * for other processes. `'behind'`: in the background, and not if another process does it.
 */
export type Purpose = 'alone' | 'together' | 'behind';

/** Access to responses in an external store. Methods reject only if the signal aborts. */
export interface ExternalStore {
  /** How often the store failed or timed out. */
  readonly faults: number;
  /** Whether this response may leave the process. */
  mayHold(response: Pick<Stored, 'personal'>): boolean;
  /** Finds the stored response; undefined if the store isn't available. */
  find(request: CacheRequest): Promise<LookupResult | undefined>;
  /** Looks into the store before a request is sent; undefined if another process sends the request. */
  look(request: CacheRequest, purpose: Purpose, signal: AbortSignal | undefined): Promise<Look | undefined>;
  delete(request: CacheRequest): Promise<void>;
  /**
   * Deletes the responses of URLs, responses with tags, or everything. Resolves with true if the store has recorded it.
   */
  invalidate(urls: readonly string[], tags: readonly string[], everything: boolean): Promise<boolean>;
}
