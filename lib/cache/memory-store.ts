import type { Clock } from '../platform/clock.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { keepNewest } from './keep-newest.js';

/** Keeps entries in this process. A full store drops its oldest. */
export class MemoryStore implements CacheStore {
  readonly hashKeys = false;
  readonly #entries = new Map<string, { readonly entry: CacheEntry; readonly until: number }>();
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
    if (!kept || kept.until > this.#clock.now()) return kept?.entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, entry: CacheEntry, ttl: number): void {
    keepNewest(this.#entries, key, { entry, until: this.#clock.now() + ttl }, this.#maxSize);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
