import { quietly, type Result, type SuccessResult } from '../../core/seats.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { keepNewest } from './keep-newest.js';
import { entryOf, resultOf } from './kept-answer.js';
import { StoreKeys } from './store-keys.js';
import { withinPatience } from './within-patience.js';

/** For how many keys it is known which call filled them. */
const FILLED_KEYS = 1000;

/** Owns the answers of one cache, wherever they are kept. Nothing that a store does reaches a call. */
export class ResponseCache {
  readonly #store: CacheStore;
  readonly #storeKeys: StoreKeys;
  readonly #ttl: number;
  /** How many calls have begun; each has that number for its own. */
  #callCount = 0;
  /** The number of the call that began first after the last clearing, or will. What older calls bring is not kept. */
  #firstCallSinceClear = 1;
  /** By key, the number of the call that filled it last. */
  readonly #filledBy = new Map<string, number>();
  /** How many clearings the store has not finished. */
  #unfinishedClears = 0;
  /** How many answers the store has not finished setting. */
  #unfinishedSets = 0;

  /** @param ttl Milliseconds for which an answer is handed out; at 0, negative and NaN none is kept. */
  constructor(store: CacheStore, ttl: number) {
    this.#store = store;
    this.#storeKeys = new StoreKeys(store);
    this.#ttl = ttl;
  }

  /** A Result without `retry`; undefined for a miss. For a call that has begun. */
  async get(key: string): Promise<Partial<Result<unknown>> | undefined> {
    if (this.#unfinishedClears > 0) return undefined;
    const firstCall = this.#firstCallSinceClear;
    let entry: CacheEntry | undefined;
    try {
      entry = await withinPatience(this.#storeKeys.use(key, (storeKey) => this.#store.get(storeKey)));
      // What a store gives after a clearing may be from before it.
      const wasCleared = this.#firstCallSinceClear !== firstCall;
      return entry && !wasCleared ? resultOf(entry) : undefined;
    } catch {
      // An entry that no Result can be made of would be a miss for ever: it goes.
      if (entry) void quietly(() => this.#storeKeys.use(key, (storeKey) => this.#store.delete(storeKey)));
      return undefined;
    }
  }

  /** Notes that a call begins; gives what keeps its success, unless something newer is known by then. */
  begin(key: string): (success: SuccessResult<unknown>) => void {
    this.#callCount += 1;
    const call = this.#callCount;
    return (success) =>
      void quietly(() => {
        // Made at once: the caller may change its data as soon as it has them.
        const entry = entryOf(success);
        return this.#storeKeys.use(key, (storeKey) => this.#set(key, call, storeKey, entry));
      });
  }

  /** Forgets every answer, at once, whatever the store makes of it. */
  clear(): void {
    this.#firstCallSinceClear = this.#callCount + 1;
    this.#filledBy.clear();
    // What the store is still setting may come after its clearing.
    if (this.#unfinishedSets > 0) this.#storeKeys.change();
    void this.#clearStore();
  }

  /** Asked when the key is ready, which may be later: a clearing, or a newer call, may have come between. */
  #isToBeKept(key: string, call: number): boolean {
    const oldest = this.#filledBy.get(key) ?? this.#firstCallSinceClear;
    return this.#ttl > 0 && this.#unfinishedClears === 0 && call >= oldest;
  }

  async #set(key: string, call: number, storeKey: string, entry: CacheEntry): Promise<void> {
    if (!this.#isToBeKept(key, call)) return;
    keepNewest(this.#filledBy, key, call, FILLED_KEYS);
    this.#unfinishedSets += 1;
    try {
      await this.#store.set(storeKey, entry, this.#ttl);
    } finally {
      this.#unfinishedSets -= 1;
    }
  }

  async #clearStore(): Promise<void> {
    this.#unfinishedClears += 1;
    try {
      await withinPatience(this.#store.clear());
    } catch {
      // It may have left something behind.
      this.#storeKeys.change();
    }
    this.#unfinishedClears -= 1;
  }
}
