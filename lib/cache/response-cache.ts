import type { Clock } from '../platform/clock.js';
import type { Result, SuccessResult } from '../result/result.js';
import type { CacheEntry, CacheStore } from './cache-store.js';
import { copyData } from './copy-data.js';

/** How long a store may take to answer, in milliseconds, before its silence is a miss. */
const STORE_PATIENCE = 50;

/** For how many keys it is known which call filled them. */
const FILLED_KEYS = 1000;

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Any promise: a store's may be of another realm or library. */
const isPromise = <T>(value: T | PromiseLike<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | null | undefined)?.then === 'function';

/** A Result without `retry`; undefined for a miss. */
type Hit = Partial<Result<unknown>> | undefined;

/** Owns the answers of one cache, wherever they are kept. Nothing that a store does reaches a call. */
export class ResponseCache {
  readonly #store: CacheStore;
  readonly #ttl: number;
  readonly #clock: Clock;
  /** By key, the call that filled it last. */
  readonly #filledBy = new Map<string, number>();
  #newest = 0;
  /** The newest call that began before the last clearing. */
  #cleared = 0;
  /** Clearings that the store is not done with. */
  #clearing = 0;
  /** Clearings that failed: what the store may still have then is under other keys. */
  #failed = 0;

  constructor(store: CacheStore, ttl: number, clock: Clock) {
    this.#store = store;
    this.#ttl = ttl;
    this.#clock = clock;
  }

  /** The number of a call that begins now: what it brings home is newer than what those before it bring. */
  begin(): number {
    return (this.#newest += 1);
  }

  /** A Result without `retry`, for a pipeline to complete; undefined for a miss. At once, where the store is at hand. */
  get(key: string): Hit | Promise<Hit> {
    if (this.#clearing > 0) return undefined;
    try {
      const name = this.#nameOf(key);
      const kept = isPromise(name) ? name.then((hash) => this.#read(hash)) : this.#read(name);
      return isPromise(kept) ? this.#patiently(kept) : kept;
    } catch {
      return undefined;
    }
  }

  /** Keeps a success of the call with this number, unless something newer is known. */
  async set(key: string, { data, response }: SuccessResult<unknown>, began: number): Promise<void> {
    try {
      if (!(this.#ttl > 0) || this.#isOutdated(key, began)) return;
      const { status, statusText, headers } = response;
      // A session that the server began for one caller is not for the next.
      const kept = [...headers].filter(([name]) => name !== 'set-cookie');
      const entry = { data: copyData(data), status, statusText, headers: kept };
      const name = this.#nameOf(key);
      const settled = isPromise(name) ? await name : name;
      if (this.#isOutdated(key, began)) return;
      this.#remember(key, began);
      await this.#store.set(settled, entry, this.#ttl);
    } catch {
      // The caller has its answer; that it can't be kept is no failure of the call.
    }
  }

  /** Forgets every answer, at once, whatever the store makes of it. */
  clear(): void {
    this.#cleared = this.#newest;
    this.#filledBy.clear();
    try {
      const cleared = this.#store.clear();
      if (isPromise(cleared)) void this.#untilCleared(cleared);
    } catch {
      this.#failed += 1;
    }
  }

  async #untilCleared(cleared: PromiseLike<void>): Promise<void> {
    this.#clearing += 1;
    const done = await this.#patiently(Promise.resolve(cleared).then(() => true));
    if (!done) this.#failed += 1;
    this.#clearing -= 1;
  }

  #read(name: string): Hit | Promise<Hit> {
    const kept = this.#store.get(name);
    return isPromise(kept)
      ? Promise.resolve(kept).then((entry) => this.#use(name, entry))
      : this.#use(name, kept);
  }

  /** An entry that no Result can be made of would be a miss for ever: it goes. */
  #use(name: string, entry: CacheEntry | undefined): Hit {
    try {
      return resultOf(entry);
    } catch {
      void this.#forget(name);
      return undefined;
    }
  }

  async #forget(name: string): Promise<void> {
    try {
      await this.#store.delete(name);
    } catch {
      // It stays a miss.
    }
  }

  #isOutdated(key: string, began: number): boolean {
    return this.#clearing > 0 || began <= this.#cleared || began < (this.#filledBy.get(key) ?? 0);
  }

  #remember(key: string, began: number): void {
    this.#filledBy.delete(key);
    this.#filledBy.set(key, began);
    for (const oldest of this.#filledBy.keys()) {
      if (this.#filledBy.size <= FILLED_KEYS) return;
      this.#filledBy.delete(oldest);
    }
  }

  #nameOf(key: string): string | Promise<string> {
    const name = this.#failed > 0 ? `${String(this.#failed)} ${key}` : key;
    return this.#store.hashKeys ? sha256(name) : name;
  }

  /** What the work gives; undefined when it fails or takes too long. */
  #patiently<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      const end = (value?: T): void => {
        this.#clock.clearTimeout(timer);
        resolve(value);
      };
      const timer = this.#clock.setTimeout(end, STORE_PATIENCE);
      work.then(end, () => end());
    });
  }
}

const resultOf = (entry: CacheEntry | undefined | null): Hit => {
  if (!entry) return undefined;
  const { data, status, statusText, headers } = entry;
  return {
    data: copyData(data),
    error: null,
    response: new Response(null, {
      status,
      statusText,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    }),
  };
};
