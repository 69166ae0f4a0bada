import type { Clock } from '../../core/internal.js';
import type { CacheRequest } from './cache-request.js';
import type { Reading } from './freshness.js';
import type { Found } from './memory-store.js';
import type { Stored } from './stored-response.js';

/**
 * Where an HTTP cache keeps its records outside of the process: bytes by name. A method that throws, rejects or takes
 * longer than the cache's `patience` is a miss, and never a failed or late call.
 */
export interface HttpCacheStore {
  /** The values of these keys in their order, as they were set or claimed; undefined for one that has none. */
  get(keys: string[]): Promise<(Uint8Array | undefined)[]>;
  /**
   * Keeps a value in the place of any other.
   *
   * @param ttl Milliseconds for which it is kept at most.
   */
  set(key: string, record: Uint8Array, ttl: number): Promise<void>;
  /** Forgets a value; nothing for a key that has none. */
  delete(key: string): Promise<void>;
  /**
   * Keeps the bytes of a text under a key that has no value, for `ms` milliseconds; false where it has one. Of several
   * who claim one key at once, in any process, one may. Without it each process sends requests of its own.
   */
  acquireLease?(key: string, token: string, ms: number): Promise<boolean>;
  /** Forgets what was claimed with that text, and nothing else. */
  releaseLease?(key: string, token: string): Promise<void>;
}

/** What records are kept by; durations are milliseconds. */
export interface RecordSettings extends Reading {
  /** Keeps apart what several programs have in one store. */
  readonly namespace: string;
  /** Seals what is for one user; undefined for none. */
  readonly secret?: string | undefined;
  /** Whether answers may have tags. */
  readonly hasTags: boolean;
  /** For how long the store is waited for. */
  readonly storeTimeout: number;
  /** For how long a claim holds. */
  readonly leaseTime: number;
  /** For how long another process is waited for. */
  readonly leaseWait: number;
}

/** A store with what keeps records in it, which caches without a store carry nothing of: `recordStore` makes one. */
export interface RecordKeepingStore extends HttpCacheStore {
  /** For homing itself. */
  readonly '~open': (settings: RecordSettings, clock: Clock) => ExternalStore;
}

/** What a request that goes out has seen outside of this process. */
export interface Look {
  /** What is kept there by now, fit to be served. */
  readonly stored?: Stored | undefined;
  /**
   * Keeps its answer there, unless something was forgotten since, or a newer one is there. Whether one is kept.
   *
   * @param isValidated Whether it is one that a 304 let hold.
   */
  readonly keep: (stored: Stored, isValidated: boolean) => Promise<boolean>;
  /**
   * Lets other processes go on.
   *
   * @param isApart Whether there is nothing that they may take, now and for a while.
   */
  readonly release: (isApart: boolean) => Promise<void>;
}

/**
 * `'alone'`: for one caller. `'together'`: for all of this process, who wait for other processes too. `'behind'`: for
 * nobody, and not at all where another process does it.
 */
export type Purpose = 'alone' | 'together' | 'behind';

/** Responses outside of this process. Nothing rejects, but for the signal. */
export interface ExternalStore {
  /** How often the store failed, or took too long. */
  readonly faults: number;
  /** Whether such a response may leave the process. */
  mayHold(response: Pick<Stored, 'personal'>): boolean;
  /** Undefined where the store can't be asked now. */
  find(asked: CacheRequest): Promise<Found | undefined>;
  /** Before a request goes out; undefined where another process sends it. */
  look(asked: CacheRequest, purpose: Purpose, signal: AbortSignal | undefined): Promise<Look | undefined>;
  delete(asked: CacheRequest): Promise<void>;
  /** Forgets what is stored of URLs, what has tags, or everything. Whether the store knows of it. */
  invalidate(urls: readonly string[], tags: readonly string[], everything: boolean): Promise<boolean>;
}
