import type { Clock } from '../platform/clock.js';
import type { Result, SuccessResult } from '../result/result.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { copyData } from './copy-data.js';

/** How long a store may take to answer, in milliseconds, before its silence is a miss. */
const STORE_PATIENCE = 50;

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Owns the answers of one cache, wherever they are kept. Nothing that a store does reaches a call. */
export class ResponseCache {
  readonly #store: CacheStore;
  readonly #ttl: number;
  readonly #clock: Clock;
  #generation = 0;

  constructor(store: CacheStore, ttl: number, clock: Clock) {
    this.#store = store;
    this.#ttl = ttl;
    this.#clock = clock;
  }

  /** Counts the clearings: an answer of an older generation is not kept. */
  get generation(): number {
    return this.#generation;
  }

  /** A Result without `retry`, for a pipeline to complete; undefined for a miss. At once, where the store is at hand. */
  get(key: string): Partial<Result<unknown>> | undefined | Promise<Partial<Result<unknown>> | undefined> {
    try {
      const kept = this.#store.hashKeys
        ? sha256(key).then((hash) => this.#store.get(hash))
        : this.#store.get(key);
      return kept instanceof Promise ? this.#patiently(kept) : kept && resultOf(kept);
    } catch {
      return undefined;
    }
  }

  /** Keeps a success, unless the cache was cleared since `generation`. */
  async set(key: string, { data, response }: SuccessResult<unknown>, generation: number): Promise<void> {
    if (generation !== this.#generation || !(this.#ttl > 0)) return;
    const { status, statusText, headers } = response;
    const entry = { data: copyData(data), status, statusText, headers: [...headers] };
    try {
      const name = this.#store.hashKeys ? await sha256(key) : key;
      if (generation === this.#generation) await this.#store.set(name, entry, this.#ttl);
    } catch {
      // The caller has its answer; that it can't be kept is no failure of the call.
    }
  }

  async clear(): Promise<void> {
    this.#generation += 1;
    try {
      await this.#store.clear();
    } catch {
      // As above.
    }
  }

  #patiently(kept: Promise<CacheEntry | undefined>): Promise<Partial<Result<unknown>> | undefined> {
    return new Promise((resolve) => {
      const miss = (): void => {
        this.#clock.clearTimeout(timer);
        resolve(undefined);
      };
      const timer = this.#clock.setTimeout(miss, STORE_PATIENCE);
      kept
        .then((entry) => {
          this.#clock.clearTimeout(timer);
          resolve(entry && resultOf(entry));
        })
        .catch(miss);
    });
  }
}

const resultOf = ({ data, status, statusText, headers }: CacheEntry): Partial<Result<unknown>> => ({
  data: copyData(data),
  error: null,
  response: new Response(null, {
    status,
    statusText,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  }),
});
