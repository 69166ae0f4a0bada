import type { Clock } from '../../core/internal.js';
import type { HttpCacheStore } from './http-cache-store.js';

/** After so many failures in a row a store is left alone for a while. */
const MOST_FAULTS = 5;
const SHORTEST_REST = 1000;
const LONGEST_REST = 30_000;

const copied = (value: unknown): unknown => (value instanceof Uint8Array ? new Uint8Array(value) : value);

/** A store that is waited for only so long, and left alone while it fails. Nothing here rejects. */
export class StoreAccess {
  readonly store: HttpCacheStore;
  /** How often it failed, or took too long. */
  faults = 0;
  readonly #clock: Clock;
  readonly #patience: number;
  #faultsInRow = 0;
  #rest = 0;
  #restsUntil = 0;

  /** @param patience Milliseconds. */
  constructor(store: HttpCacheStore, patience: number, clock: Clock) {
    this.store = store;
    this.#patience = patience;
    this.#clock = clock;
  }

  /** Whether it is left alone now. */
  get isResting(): boolean {
    return this.#clock.ticks() < this.#restsUntil;
  }

  /** What the store gives; undefined where it throws, rejects, takes too long, or gives what is not wanted. */
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
      // As any other fault.
    }
    this.#fault();
    return undefined;
  }

  /** The values of keys, in their order; undefined where there is none to be had of any. */
  async read(keys: string[]): Promise<(Uint8Array | undefined)[] | undefined> {
    return this.ask(
      async (store) => {
        const given: unknown = await store.get(keys);
        // What a store hands out may be its own memory, which others write to.
        return (Array.isArray(given) ? given.map(copied) : given) as (Uint8Array | undefined)[];
      },
      (given) =>
        Array.isArray(given) &&
        given.length === keys.length &&
        given.every((value: unknown) => value == null || value instanceof Uint8Array),
    );
  }

  /** Whether the store has done it. */
  async run(task: (store: HttpCacheStore) => Promise<unknown> | undefined): Promise<boolean> {
    const done = await this.ask(async (store) => {
      await task(store);
      return true;
    }, Boolean);
    return done === true;
  }

  /** Whether it was kept. */
  write(key: string, value: Uint8Array, ttl: number): Promise<boolean> {
    return this.run((store) => store.set(key, value, ttl));
  }

  /** Whether it is gone. */
  drop(key: string): Promise<boolean> {
    return this.run((store) => store.delete(key));
  }

  #fault(): void {
    this.faults += 1;
    this.#faultsInRow += 1;
    // What was asked together fails together: it is one failure.
    if (this.isResting) return;
    // Once it has rested, one more is enough.
    if (this.#faultsInRow < MOST_FAULTS && this.#rest === 0) return;
    this.#rest = Math.min(Math.max(this.#rest * 2, SHORTEST_REST), LONGEST_REST);
    this.#restsUntil = this.#clock.ticks() + this.#rest;
  }

  /** Undefined where it takes too long. */
  #withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const timer = this.#clock.setTimeout(() => resolve(undefined), this.#patience);
      // Any promise: a store's may be of another library.
      void Promise.resolve(answer)
        .then(resolve, reject)
        .finally(() => this.#clock.clearTimeout(timer));
    });
  }
}
