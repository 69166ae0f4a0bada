import type { Clock } from '../../core/platform/clock.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { keepNewest } from './keep-newest.js';

/** An entry, and when it was kept. */
interface Kept {
  readonly entry: CacheEntry;
  readonly ttl: number;
  /** By the time of day, which may be set; it goes on while a machine sleeps. */
  readonly now: number;
  /** By a clock that nobody can set. */
  readonly ticks: number;
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
    if (kept && this.#isFresh(kept)) return kept.entry;
    this.#entries.delete(key);
    return undefined;
  }

  set(key: string, entry: CacheEntry, ttl: number): void {
    const kept = { entry, ttl, now: this.#clock.now(), ticks: this.#clock.ticks() };
    keepNewest(this.#entries, key, kept, this.#maxSize);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** By both clocks, and not from the future: then the clock was set back, and its age is not known. */
  #isFresh({ ttl, now, ticks }: Kept): boolean {
    const age = this.#clock.now() - now;
    return age >= 0 && age < ttl && this.#clock.ticks() - ticks < ttl;
  }
}
