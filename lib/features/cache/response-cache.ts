import { ignoringErrors, type Result, type SuccessResult, systemClock } from '../../core/internal.js';
import { copyData } from '../cache-keys/copy-data.js';
import { type CacheEntry, type CacheStore, keepNewest } from './cache-store.js';

/** A success as a store keeps it, with data of its own. */
const entryOf = ({ data, response }: SuccessResult<unknown>): CacheEntry => {
  const { status, statusText, headers } = response;
  // A session that the server began for one caller is not for the next.
  const kept = [...headers].filter(([name]) => name !== 'set-cookie');
  return { data: copyData(data), status, statusText, headers: kept };
};

/** An entry as a Result, with data of its own; without `retry`, for a pipeline to complete. */
const resultOf = ({ data, status, statusText, headers }: CacheEntry): Partial<Result<unknown>> => ({
  data: copyData(data),
  error: null,
  response: new Response(null, { status, statusText, headers: [...headers] as [string, string][] }),
});

/** How long a store may take to answer, in milliseconds, before its silence is a miss. */
const PATIENCE = 50;

/** A store's answer: at once where the store gives it at once. Rejects when it takes too long. */
function withinPatience<T>(answer: T | PromiseLike<T>): T | Promise<T> {
  // Any promise: a store's may be of another library.
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

/** For how many keys it is known which call filled them. */
const FILLED_KEYS = 1000;

/** Owns the answers of one cache, wherever they are kept. Nothing that a store does reaches a call. */
export class ResponseCache {
  readonly #store: CacheStore;
  readonly #ttl: number;
  /** How many calls have begun; each has that number for its own. */
  #callCount = 0;
  /** The number of the call that began first after the last clearing, or will. What older calls bring is not kept. */
  #firstCallSinceClear = 1;
  /** By key, the number of the call that filled it last. */
  readonly #filledBy = new Map<string, number>();
  /** Part of every key once it is above 0: with the next one, what the store still has is found no more. */
  #generation = 0;
  /** How many clearings, and settings, the store has not finished. */
  #unfinishedClears = 0;
  #unfinishedSets = 0;

  /** @param ttl Milliseconds for which an answer is handed out; at 0, negative and NaN none is kept. */
  constructor(store: CacheStore, ttl: number) {
    this.#store = store;
    this.#ttl = ttl;
  }

  /** A Result without `retry`; undefined for a miss. For a call that has begun. */
  async get(key: string): Promise<Partial<Result<unknown>> | undefined> {
    if (this.#unfinishedClears > 0) return undefined;
    const firstCall = this.#firstCallSinceClear;
    let entry: CacheEntry | undefined;
    try {
      entry = await withinPatience(this.#use(key, (storeKey) => this.#store.get(storeKey)));
      // What a store gives after a clearing may be from before it.
      const wasCleared = this.#firstCallSinceClear !== firstCall;
      return entry && !wasCleared ? resultOf(entry) : undefined;
    } catch {
      // An entry that no Result can be made of would be a miss for ever: it goes.
      if (entry) void ignoringErrors(() => this.#use(key, (storeKey) => this.#store.delete(storeKey)));
      return undefined;
    }
  }

  /** Notes that a call begins; gives what keeps its success, unless something newer is known by then. */
  begin(key: string): (success: SuccessResult<unknown>) => void {
    this.#callCount += 1;
    const call = this.#callCount;
    return (success) =>
      void ignoringErrors(() => {
        // Made at once: the caller may change its data as soon as it has them.
        const entry = entryOf(success);
        return this.#use(key, (storeKey) => this.#set(key, call, storeKey, entry));
      });
  }

  /** Forgets every answer, at once, whatever the store makes of it. */
  clear(): void {
    this.#firstCallSinceClear = this.#callCount + 1;
    this.#filledBy.clear();
    // What the store is still setting may come after its clearing.
    if (this.#unfinishedSets > 0) this.#generation += 1;
    void this.#clearStore();
  }

  /** Does something with the store's key; at once where it need not be hashed first. */
  #use<T>(key: string, task: (storeKey: string) => T | PromiseLike<T>): T | PromiseLike<T> {
    const current = this.#generation > 0 ? `${this.#generation} ${key}` : key;
    const { hashKeys } = this.#store;
    // An option of the store, or of its class; what stands on all objects is none.
    const isHashed = hashKeys && hashKeys !== (Object.prototype as CacheStore).hashKeys;
    return isHashed ? sha256(current).then(task) : task(current);
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
      this.#generation += 1;
    }
    this.#unfinishedClears -= 1;
  }
}
