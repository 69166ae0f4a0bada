import { quietly } from '../../core/platform/quietly.js';
import { systemClock } from '../../core/platform/clock.js';
import type { Result, SuccessResult } from '../../core/result/result.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { copyData } from '../../core/platform/copy-data.js';
import { keepNewest } from './keep-newest.js';

/** How long a store may take to answer, in milliseconds, before its silence is a miss. */
const STORE_PATIENCE = 50;

/** For how many keys it is known which call filled them. */
const FILLED_KEYS = 1000;

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** An answer as it comes, and at once where the store is at hand. Rejects when it is not there in time. */
const inTime = <T>(answer: T | PromiseLike<T>): T | Promise<T> => {
  // Any promise: a store's may be of another realm or library.
  if (typeof (answer as PromiseLike<T> | null | undefined)?.then !== 'function') return answer as T;
  return new Promise((resolve, reject) => {
    const timer = systemClock.setTimeout(reject as () => void, STORE_PATIENCE);
    void Promise.resolve(answer)
      .finally(() => systemClock.clearTimeout(timer))
      .then(resolve, reject);
  });
};

const entryOf = ({ data, response }: SuccessResult<unknown>): CacheEntry => {
  const { status, statusText, headers } = response;
  // A session that the server began for one caller is not for the next.
  const kept = [...headers].filter(([name]) => name !== 'set-cookie');
  return { data: copyData(data), status, statusText, headers: kept };
};

/** A Result without `retry`, for a pipeline to complete. */
const resultOf = ({ data, status, statusText, headers }: CacheEntry): Partial<Result<unknown>> => ({
  data: copyData(data),
  error: null,
  response: new Response(null, { status, statusText, headers: [...headers] as [string, string][] }),
});

/** Owns the answers of one cache, wherever they are kept. Nothing that a store does reaches a call. */
export class ResponseCache {
  readonly #store: CacheStore;
  readonly #ttl: number;
  /** By key, the call that filled it last. */
  readonly #filledBy = new Map<string, number>();
  #newest = 0;
  /** The first call that began, or would begin, after the last clearing. */
  #first = 0;
  /** Clearings that the store is not done with. */
  #clearing = 0;
  /** Answers that the store is not done with. */
  #setting = 0;
  /** Clearings that may have left something behind: what the store may still have then is under other keys. */
  #failed = 0;

  constructor(store: CacheStore, ttl: number) {
    this.#store = store;
    this.#ttl = ttl;
  }

  /** A Result without `retry`; undefined for a miss. For a call that has begun. */
  async get(key: string): Promise<Partial<Result<unknown>> | undefined> {
    if (this.#clearing > 0) return undefined;
    const first = this.#first;
    let entry: CacheEntry | undefined;
    try {
      entry = await inTime(this.#named(key, (name) => this.#store.get(name)));
      // What a store gives after a clearing may be from before it.
      return entry && this.#first === first ? resultOf(entry) : undefined;
    } catch {
      // An entry that no Result can be made of would be a miss for ever: it goes.
      if (entry) void quietly(() => this.#named(key, (name) => this.#store.delete(name)));
      return undefined;
    }
  }

  /** Notes that a call begins; gives what keeps its success, unless something newer is known by then. */
  begin(key: string): (success: SuccessResult<unknown>) => void {
    const began = (this.#newest += 1);
    return (success) =>
      void quietly(() => {
        // Made at once: the caller may change its data as soon as it has them.
        const entry = entryOf(success);
        return this.#named(key, (name) => this.#fill(key, began, name, entry));
      });
  }

  /** Forgets every answer, at once, whatever the store makes of it. */
  clear(): void {
    this.#first = this.#newest + 1;
    this.#filledBy.clear();
    // What the store is still setting may come after its clearing.
    if (this.#setting > 0) this.#failed += 1;
    void this.#clearStore();
  }

  async #clearStore(): Promise<void> {
    this.#clearing += 1;
    try {
      await inTime(this.#store.clear());
    } catch {
      this.#failed += 1;
    }
    this.#clearing -= 1;
  }

  #fill(key: string, began: number, name: string, entry: CacheEntry): void | Promise<void> {
    if (!(this.#ttl > 0) || this.#clearing > 0 || began < (this.#filledBy.get(key) ?? this.#first)) return;
    keepNewest(this.#filledBy, key, began, FILLED_KEYS);
    return this.#set(name, entry);
  }

  async #set(name: string, entry: CacheEntry): Promise<void> {
    this.#setting += 1;
    try {
      await this.#store.set(name, entry, this.#ttl);
    } finally {
      this.#setting -= 1;
    }
  }

  /** Does something with the name that the store has for a key. */
  #named<T>(key: string, use: (name: string) => T | PromiseLike<T>): T | PromiseLike<T> {
    const name = this.#failed > 0 ? `${String(this.#failed)} ${key}` : key;
    return this.#store.hashKeys ? sha256(name).then(use) : use(name);
  }
}
