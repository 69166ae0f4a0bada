import { ignoringErrors, type Result, type SuccessResult, systemClock } from '../../core/internal.js';
import { copyData } from '../cache-keys/copy-data.js';
import { type CacheEntry, type CacheStore, keepNewest } from './cache-store.js';

/** Converts a success to a store entry with its own copy of the data. */
const entryOf = ({ data, response }: SuccessResult<unknown>): CacheEntry => {
  const { status, statusText, headers } = response;
  // A session cookie for one caller must not reach the next.
  const kept = [...headers].filter(([name]) => name !== 'set-cookie');
  return { data: copyData(data), status, statusText, headers: kept };
};

/** Converts an entry to a Result with its own copy of the data. The pipeline adds `retry`. */
const resultOf = ({ data, status, statusText, headers }: CacheEntry): Partial<Result<unknown>> => ({
  data: copyData(data),
  error: null,
  response: new Response(null, { status, statusText, headers: [...headers] as [string, string][] }),
});

/** Milliseconds for the store; after that, the lookup is a miss. */
const PATIENCE = 50;

/** Returns the store's result; synchronously if the store does. Rejects when it takes too long. */
function withinPatience<T>(answer: T | PromiseLike<T>): T | Promise<T> {
  // Any thenable: the store can use another promise library.
  if (typeof (answer as PromiseLike<T> | undefined)?.then !== 'function') return answer as T;
  return new Promise((resolve, reject) => {
    const timer = systemClock.setTimeout(reject as () => void, PATIENCE);
    void Promise.resolve(answer)
      .finally(() => systemClock.clearTimeout(timer))
      .then(resolve, reject);
  });
}

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Number of keys whose last filling call is remembered. */
const FILLED_KEYS = 1000;

/** The responses of one cache, in any store. A failure of the store never affects a call. */
export class ResponseCache {
  readonly #store: CacheStore;
  readonly #ttl: number;
  /** Number of calls so far; also the number of the newest call. */
  #callCount = 0;
  /** The number of the first call after the last `clear()`. Results of older calls aren't stored. */
  #firstCallSinceClear = 1;
  /** The number of the call that filled each key last. */
  readonly #filledBy = new Map<string, number>();
  /** Part of every key once it is above 0. Increasing it makes all stored entries unreachable. */
  #generation = 0;
  /** Number of `clear` and `set` operations that the store hasn't finished. */
  #unfinishedClears = 0;
  #unfinishedSets = 0;

  /** @param ttl Milliseconds for which a response is used; 0, negative and NaN disable the cache. */
  constructor(store: CacheStore, ttl: number) {
    this.#store = store;
    this.#ttl = ttl;
  }

  /** Returns a Result without `retry`; undefined for a miss. Call `begin` first. */
  async get(key: string): Promise<Partial<Result<unknown>> | undefined> {
    if (this.#unfinishedClears > 0) return undefined;
    const firstCall = this.#firstCallSinceClear;
    let entry: CacheEntry | undefined;
    try {
      entry = await withinPatience(this.#use(key, (storeKey) => this.#store.get(storeKey)));
      // An entry that arrives after `clear()` can be from before it.
      const wasCleared = this.#firstCallSinceClear !== firstCall;
      return entry && !wasCleared ? resultOf(entry) : undefined;
    } catch {
      // An invalid entry would be a miss forever, so delete it.
      if (entry) void ignoringErrors(() => this.#use(key, (storeKey) => this.#store.delete(storeKey)));
      return undefined;
    }
  }

  /** Registers a call, and returns a function that stores its success unless something newer is stored. */
  begin(key: string): (success: SuccessResult<unknown>) => void {
    this.#callCount += 1;
    const call = this.#callCount;
    return (success) =>
      void ignoringErrors(() => {
        // Copied now: the caller can change its data right after the call.
        const entry = entryOf(success);
        return this.#use(key, (storeKey) => this.#set(key, call, storeKey, entry));
      });
  }

  /** Deletes every response immediately, even if the store is slow or fails. */
  clear(): void {
    this.#firstCallSinceClear = this.#callCount + 1;
    this.#filledBy.clear();
    // The store might finish a pending `set` after the `clear`.
    if (this.#unfinishedSets > 0) this.#generation += 1;
    void this.#clearStore();
  }

  /** Runs a task with the store's key; synchronously unless the key must be hashed. */
  #use<T>(key: string, task: (storeKey: string) => T | PromiseLike<T>): T | PromiseLike<T> {
    const current = this.#generation > 0 ? `${this.#generation} ${key}` : key;
    const { hashKeys } = this.#store;
    // Read from the store or its class, but not from `Object.prototype`.
    const isHashed = hashKeys && hashKeys !== (Object.prototype as CacheStore).hashKeys;
    return isHashed ? sha256(current).then(task) : task(current);
  }

  /** Checked when the key is ready: `clear()` or a newer call can have happened in the meantime. */
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
      // The store might have kept some entries.
      this.#generation += 1;
    }
    this.#unfinishedClears -= 1;
  }
}
