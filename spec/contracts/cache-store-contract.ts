import { describe, expect, it } from 'vitest';
import { type CacheEntry, cacheMiddleware, type CacheStore } from '../../lib/index.js';
import { createTestClient } from '../support/client.js';
import { flush } from '../support/flush.js';

const entry = (data: unknown): CacheEntry => ({
  data,
  status: 201,
  statusText: 'Created',
  headers: [
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-total', '7'],
  ],
});

/** The contract of every store, alone and with a cache. */
export const cacheStoreContract = (name: string, make: () => CacheStore): void => {
  describe(`${name}, as every CacheStore`, () => {
    it('has nothing under a key that was never set', async () => {
      expect(await make().get('a')).toBeUndefined();
    });

    it('returns the entry that was set', async () => {
      const store = make();
      await store.set('a', entry({ list: [1, { deep: null }] }), 1000);
      expect(await store.get('a')).toEqual(entry({ list: [1, { deep: null }] }));
    });

    it('distinguishes all keys', async () => {
      const store = make();
      const keys = ['', 'a', 'A', '__proto__', 'constructor', '{"a":1}', 'ä', '\u0000'];
      for (const key of keys) await store.set(key, entry(key), 1000);
      for (const key of keys) expect((await store.get(key))?.data).toBe(key);
    });

    it('keeps the entry that was set last', async () => {
      const store = make();
      await store.set('a', entry(1), 1000);
      await store.set('a', entry(2), 1000);
      expect((await store.get('a'))?.data).toBe(2);
    });

    it('deletes one entry, and ignores an unknown key', async () => {
      const store = make();
      await store.set('a', entry(1), 1000);
      await store.set('b', entry(2), 1000);
      await store.delete('a');
      await store.delete('c');
      expect([await store.get('a'), (await store.get('b'))?.data]).toEqual([undefined, 2]);
    });

    it('deletes every entry on clear, and accepts new entries', async () => {
      const store = make();
      await store.set('a', entry(1), 1000);
      await store.clear();
      expect(await store.get('a')).toBeUndefined();
      await store.set('a', entry(2), 1000);
      expect((await store.get('a'))?.data).toBe(2);
    });

    it('serves a cache: a miss, then hits, then a miss after clear()', async () => {
      const cache = cacheMiddleware({ store: make() });
      const { api, requests } = createTestClient({ middleware: [cache] });
      const read = async () => {
        const { data } = await api.call({ page: 1 });
        await flush();
        return data;
      };
      expect([await read(), await read(), await read()]).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
      cache.clear();
      await flush();
      expect(await read()).toEqual({ n: 2 });
      expect(requests).toHaveLength(2);
    });
  });
};
