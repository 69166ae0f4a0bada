import { type Clock, systemClock } from '../../core/internal.js';

/** What a store keeps of a response: plain data, fit to be sent to another process. */
export interface CacheEntry {
  /** The decoded data. */
  readonly data: unknown;
  /** Of the response. */
  readonly status: number;
  /** Of the response. */
  readonly statusText: string;
  /** Of the response, as pairs of lowercase name and value. */
  readonly headers: readonly (readonly [string, string])[];
}

/**
 * Where a cache keeps its entries. Each method may return a promise; one that throws, rejects or takes too long is a
 * miss, and never a failed or late call.
 */
export interface CacheStore {
  /** The entry, or undefined when there is none or its time is over. */
  get(key: string): CacheEntry | undefined | Promise<CacheEntry | undefined>;
  /**
   * Keeps an entry.
   *
   * @param ttl Milliseconds for which it may be handed out.
   */
  set(key: string, entry: CacheEntry, ttl: number): void | Promise<void>;
  /** Called for an entry that can't be used. */
  delete(key: string): void | Promise<void>;
  /** Forgets every entry. */
  clear(): void | Promise<void>;
  /**
   * For a store outside this process: keys are handed over as SHA-256, so that no header value or param can be read
   * from them. Default false: keys are plain text, made without waiting.
   */
  readonly hashKeys?: boolean;
}

/** Sets an entry as the newest of a map; the oldest of more than `maxSize` go. */
export function keepNewest<T>(map: Map<string, T>, key: string, value: T, maxSize: number): void {
  // Deleted first, so that a renewed entry counts as the newest.
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= maxSize) return;
    map.delete(oldest);
  }
}

/** An entry, and when it was set: by the time of day, which goes on while a machine sleeps, and by the clock's ticks. */
interface TimedEntry {
  readonly entry: CacheEntry;
  readonly ttl: number;
  readonly setAt: number;
  readonly setAtTicks: number;
}

/** Keeps entries in this process. A full store drops its oldest. */
export class MemoryStore implements CacheStore {
  readonly hashKeys = false;
  readonly #entries = new Map<string, TimedEntry>();
  readonly #maxSize: number;
  readonly #clock: Clock;

  /** @param maxSize How many entries are kept at most. */
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

  /** Not from the future either: then the time of day was set back, and the age is not known. */
  #isFresh({ ttl, setAt, setAtTicks }: TimedEntry): boolean {
    const age = this.#clock.now() - setAt;
    return age >= 0 && age < ttl && this.#clock.ticks() - setAtTicks < ttl;
  }
}
