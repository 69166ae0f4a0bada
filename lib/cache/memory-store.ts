import type { Clock } from '../platform/clock.js';
import type { CacheEntry, CacheStore } from './cache-store.js';

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
    if (kept && kept.until <= this.#clock.now()) this.#entries.delete(key);
    else return kept?.entry;
    return undefined;
  }

  set(key: string, entry: CacheEntry, ttl: number): void {
    // Deleted first, so that a renewed entry counts as the newest.
    this.#entries.delete(key);
    this.#entries.set(key, { entry, until: this.#clock.now() + ttl });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxSize) return;
      this.#entries.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
