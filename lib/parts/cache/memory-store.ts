import type { Clock } from '../../core/seats.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { keepNewest } from './keep-newest.js';

/** An entry, and when it was set. */
interface TimedEntry {
  readonly entry: CacheEntry;
  /** Milliseconds. */
  readonly ttl: number;
  /** By the time of day, which may be set; it goes on while a machine sleeps. */
  readonly setAt: number;
  /** By a clock that nobody can set. */
  readonly setAtTicks: number;
}

/** Keeps entries in this process. A full store drops its oldest. */
export class MemoryStore implements CacheStore {
  readonly hashKeys = false;
  readonly #entries = new Map<string, TimedEntry>();
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

  /** By both clocks, and not from the future: then the clock was set back, and its age is not known. */
  #isFresh({ ttl, setAt, setAtTicks }: TimedEntry): boolean {
    const age = this.#clock.now() - setAt;
    return age >= 0 && age < ttl && this.#clock.ticks() - setAtTicks < ttl;
  }
}
