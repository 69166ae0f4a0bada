import type { Clock } from '../../core/internal.js';
import type { HttpCacheStore } from './http-cache-store.js';

/** Number of consecutive failures after which a store is paused. */
const MOST_FAULTS = 5;
const SHORTEST_REST = 1000;
const LONGEST_REST = 30_000;

const copied = (value: unknown): unknown => (value instanceof Uint8Array ? new Uint8Array(value) : value);

/** Limits how long each store operation can take, and pauses a failing store. Its methods never reject. */
export class StoreAccess {
  readonly store: HttpCacheStore;
  /** How often the store failed or timed out. */
  faults = 0;
  readonly #clock: Clock;
  readonly #patience: number;
  #faultsInRow = 0;
  #rest = 0;
  #restsUntil = 0;

  /** @param patience Timeout of each operation in milliseconds. */
  constructor(store: HttpCacheStore, patience: number, clock: Clock) {
    this.store = store;
    this.#patience = patience;
    this.#clock = clock;
  }

  /** Whether the store is paused. */
  get isResting(): boolean {
    return this.#clock.ticks() < this.#restsUntil;
  }

  /** Runs a store operation. Resolves with undefined if it throws, rejects, times out or returns an invalid value. */
  async ask<T>(
    task: (store: HttpCacheStore) => Promise<T>,
    isWanted: (given: T | undefined) => boolean,
  ): Promise<T | undefined> {
    try {
      const given = await this.#withinPatience(task(this.store));
      if (isWanted(given)) {
        this.#faultsInRow = this.#rest = 0;
        return given;
      }
    } catch {
      // An error counts as a fault, like a timeout.
    }
    this.#fault();
    return undefined;
  }

  /** Reads the values of keys in their order; undefined if the operation fails. */
  async read(keys: string[]): Promise<(Uint8Array | undefined)[] | undefined> {
    return this.ask(
      async (store) => {
        const given: unknown = await store.get(keys);
        // A store can return views of its own memory, which might be overwritten.
        return (Array.isArray(given) ? given.map(copied) : given) as (Uint8Array | undefined)[];
      },
      (given) =>
        Array.isArray(given) &&
        given.length === keys.length &&
        given.every((value: unknown) => value == null || value instanceof Uint8Array),
    );
  }

  /** Runs an operation. Resolves with true if it succeeds. */
  async run(task: (store: HttpCacheStore) => Promise<unknown> | undefined): Promise<boolean> {
    const done = await this.ask(async (store) => {
      await task(store);
      return true;
    }, Boolean);
    return done === true;
  }

  /** Stores a value for `ttl` milliseconds. Resolves with true if it succeeds. */
  write(key: string, value: Uint8Array, ttl: number): Promise<boolean> {
    return this.run((store) => store.set(key, value, ttl));
  }

  /** Deletes a key. Resolves with true if it succeeds. */
  drop(key: string): Promise<boolean> {
    return this.run((store) => store.delete(key));
  }

  #fault(): void {
    this.faults += 1;
    this.#faultsInRow += 1;
    // Concurrent operations fail together: count them as one failure.
    if (this.isResting) return;
    // After the first pause, a single failure starts another one.
    if (this.#faultsInRow < MOST_FAULTS && this.#rest === 0) return;
    this.#rest = Math.min(Math.max(this.#rest * 2, SHORTEST_REST), LONGEST_REST);
    this.#restsUntil = this.#clock.ticks() + this.#rest;
  }

  /** Resolves with undefined after the timeout. */
  #withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => resolve(undefined), this.#patience);
      // A store can return the promise of another library.
      void Promise.resolve(answer)
        .then(resolve, reject)
        .finally(() => this.#clock.clearTimeout(timer));
    });
  }
}
