import { type CacheEntry, type CacheStore } from '../../lib/index.js';

/** A store with asynchronous methods, like a store in another process. */
export class AsyncStore implements CacheStore {
  readonly entries = new Map<string, CacheEntry>();

  async get(key: string): Promise<CacheEntry | undefined> {
    return this.entries.get(key);
  }

  async set(key: string, entry: CacheEntry, _ttl: number): Promise<void> {
    this.entries.set(key, structuredClone(entry));
  }

  async delete(key: string): Promise<void> {
    this.entries.delete(key);
  }

  async clear(): Promise<void> {
    this.entries.clear();
  }
}

/** A store that returns strings, like a database. */
export class TextStore extends AsyncStore {
  readonly texts = new Map<string, string>();

  override async get(key: string): Promise<CacheEntry | undefined> {
    const text = this.texts.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as CacheEntry);
  }

  override async set(key: string, entry: CacheEntry): Promise<void> {
    this.texts.set(key, JSON.stringify(entry));
  }

  override async delete(key: string): Promise<void> {
    this.texts.delete(key);
  }

  override async clear(): Promise<void> {
    this.texts.clear();
  }
}

/** A store with one failing method. */
export const storeWith = (broken: Partial<CacheStore>): CacheStore => {
  const store = new AsyncStore();
  return {
    get: (key) => store.get(key),
    set: (key, entry, ttl) => store.set(key, entry, ttl),
    delete: (key) => store.delete(key),
    clear: () => store.clear(),
    ...broken,
  };
};
