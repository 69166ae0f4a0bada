import { type Clock, systemClock } from '../../core/internal.js';

/** A stored response: plain data that can be sent to another process. */
export interface CacheEntry {
  /** The decoded data. */
  readonly data: unknown;
  /** The response's status. */
  readonly status: number;
  /** The response's status text. */
  readonly statusText: string;
  /** The response's headers, as pairs of lowercase name and value. */
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Stores the entries of a cache. Each method can return a promise. If one throws, rejects or takes too long, it is a
 * miss, but the call neither fails nor waits.
 */
export interface CacheStore {
  /** Returns the entry; undefined if it is missing or expired. */
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  /**
   * Stores an entry.
   *
   * @param ttl Milliseconds until the entry expires.
   */
  set(key: string, entry: CacheEntry, ttl: number): void | Promise<void>;
  /** Deletes an entry. Called for an entry that can't be used. */
  delete(key: string): void | Promise<void>;
  /** Deletes every entry. */
  clear(): void | Promise<void>;
  /**
   * For an external store: keys are hashed with SHA-256, so that headers and params can't be read from them. Default:
   * false, keys are plain text and created synchronously.
   */
  readonly hashKeys?: boolean;
}

/** Adds an entry to a map as the newest, and deletes the oldest ones above `maxSize`. */
export function keepNewest<T>(map: Map<string, T>, key: string, value: T, maxSize: number): void {
  // Deleted first, so that a replaced entry counts as the newest.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(oldest);
  }
}

/**
 * An entry with the time when it was set: by the time of day, which continues while a machine sleeps, and by the
 * monotonic clock.
 */
interface TimedEntry {
  readonly entry: CacheEntry;
  readonly ttl: number;
  readonly setAt: number;
  readonly setAtTicks: number;
}

/** Stores entries in this process. A full store drops its oldest entry. */
export class MemoryCacheStore implements CacheStore {
  readonly hashKeys = false;
  readonly #entries = new Map<string, TimedEntry>();
  readonly #maxSize: number;
  readonly #clock: Clock;

  /** @param maxSize Maximum number of entries. */
  constructor(maxSize: number, clock: Clock = systemClock) {
    this.#maxSize = maxSize;
    this.#clock = clock;
  }

  get(key: string): CacheEntry | undefined {
    const timed = this.#entries.get(key);
    if (timed && this.#isFresh(timed)) return timed.entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, entry: CacheEntry, ttl: number): void {
    const timed = { entry, ttl, setAt: this.#clock.now(), setAtTicks: this.#clock.ticks() };
    keepNewest(this.#entries, key, timed, this.#maxSize);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /**
   * Whether the entry is still valid. An entry from the future is not: the time of day was set back, so its age is
   * unknown.
   */
  #isFresh({ ttl, setAt, setAtTicks }: TimedEntry): boolean {
    const age = this.#clock.now() - setAt;
    return age >= 0 && age < ttl && this.#clock.ticks() - setAtTicks < ttl;
  }
}
