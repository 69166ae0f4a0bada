import { describe, expect, it } from 'vitest';
import { cacheStoreOver } from '../../../lib/entries/http-cache.js';
import type { CacheEntry } from '../../../lib/index.js';
import { MapStore } from '../../support/http-stores.js';

const SECRET = 'a secret of some length';
const entry = (data: unknown): CacheEntry => ({
  data,
  status: 200,
  statusText: 'OK',
  headers: [['x-a', '1']],
});

describe('an HttpCacheStore as the store of cacheMiddleware (rules.md#http-cache)', () => {
  it('returns the stored entry to every process with the secret', async () => {
    const map = new MapStore();
    await cacheStoreOver(map, { secret: SECRET }).set('k', entry({ a: 1 }), 1000);
    expect(await cacheStoreOver(map, { secret: SECRET }).get('k')).toEqual(entry({ a: 1 }));
    expect(await cacheStoreOver(map, { secret: `${SECRET}!` }).get('k')).toBeUndefined();
    expect(await cacheStoreOver(map, { secret: SECRET, namespace: 'other' }).get('k')).toBeUndefined();
  });

  it('contains no readable content', async () => {
    const map = new MapStore();
    await cacheStoreOver(map, { secret: SECRET }).set('the key', entry('content'), 1000);
    const all = [...map.held].map(([key, { value }]) => key + new TextDecoder().decode(value)).join();
    expect(all).not.toMatch(/the key|content/);
  });

  it('removes one entry, or all entries for all processes', async () => {
    const map = new MapStore();
    const [one, two] = [0, 1].map(() => cacheStoreOver(map, { secret: SECRET }));
    await one!.set('a', entry(1), 1000);
    await one!.set('b', entry(2), 1000);
    await one!.delete('a');
    expect([await two!.get('a'), (await two!.get('b'))?.data]).toEqual([undefined, 2]);
    await two!.clear();
    expect(await one!.get('b')).toBeUndefined();
    await one!.set('b', entry(3), 1000);
    expect((await two!.get('b'))?.data).toBe(3);
  });

  it('counts as empty if the clear stamp is missing', async () => {
    const map = new MapStore();
    const store = cacheStoreOver(map, { secret: SECRET });
    await store.set('a', entry(1), 1000);
    const mark = [...map.held].find(([, { value }]) => value.byteLength === 16)?.[0] ?? '';
    map.held.delete(mark);
    expect(await store.get('a')).toBeUndefined();
  });

  it('rejects and calls no store if the platform has no crypto', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
    try {
      const map = new MapStore();
      const store = cacheStoreOver(map, { secret: SECRET });
      await expect(store.set('a', entry(1), 1000)).rejects.toThrow();
      await expect(store.get('a')).rejects.toThrow();
      expect(map.asked).toEqual([]);
    } finally {
      if (before) Object.defineProperty(globalThis, 'crypto', before);
      else Reflect.deleteProperty(globalThis, 'crypto');
    }
  });

  it.each(['', 'short'])('throws with the secret %o', (secret) => {
    expect(() => cacheStoreOver(new MapStore(), { secret })).toThrow('secret');
  });
});
