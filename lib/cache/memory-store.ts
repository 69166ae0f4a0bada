import type { Clock } from '../platform/clock.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { keepNewest } from './keep-newest.js';

/** An entry, and the times of day between which it may be handed out. */
interface Kept {
  readonly entry: CacheEntry;
  readonly from: number;
  readonly until: number;
}

/** Keeps entries in this process. A full store drops its oldest. */
export class MemoryStore implements CacheStore {
  readonly hashKeys = false;
  readonly #entries = new Map<string, Kept>();
  readonly #maxSize: number;
  readonly #clock: Clock;

  /** @param maxSize How many entries are kept at most. */
  constructor(maxSize: number, clock: Clock) {
    this.#maxSize = maxSize;
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): CacheEntry | undefined {
    const kept = this.#entries.get(key);
    const now = this.#clock.now();
    // One from the future was kept before the clock was set back: nobody knows how old it is.
    if (kept && kept.from <= now && now < kept.until) return kept.entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, entry: CacheEntry, ttl: number): void {
    const from = this.#clock.now();
    keepNewest(this.#entries, key, { entry, from, until: from + ttl }, this.#maxSize);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
