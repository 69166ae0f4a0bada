import { memberOf } from '../../core/seats.js';
import type { CacheStore } from './cache-store.js';

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** The keys that a store gets for those of one cache. */
export class StoreKeys {
  readonly #store: CacheStore;
  /** Part of every key once it is above 0. */
  #generation = 0;

  constructor(store: CacheStore) {
    this.#store = store;
  }

  /** From now on the store gets other keys: what it still has is found by nobody. */
  change(): void {
    this.#generation += 1;
  }

  /** Does something with the store's key; at once where it need not be hashed first. */
  use<T>(key: string, task: (storeKey: string) => T | PromiseLike<T>): T | PromiseLike<T> {
    const current = this.#generation > 0 ? `${String(this.#generation)} ${key}` : key;
    return memberOf(this.#store, 'hashKeys') ? sha256(current).then(task) : task(current);
  }
}
