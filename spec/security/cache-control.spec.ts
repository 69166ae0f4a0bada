import { describe, expect, it } from 'vitest';
import { cacheMiddleware, type CacheEntry } from '../../lib/index.js';
import { createTestClient } from '../support/client.js';
import { AsyncStore } from '../support/stores.js';

/** Stores no response that Cache-Control forbids to store. The recipe of docs/security.md. */
class ObedientStore extends AsyncStore {
  override async set(key: string, entry: CacheEntry, ttl: number): Promise<void> {
    const [, control = ''] = entry.headers.find(([name]) => name === 'cache-control') ?? [];
    if (!/no-store|private/i.test(control)) await super.set(key, entry, ttl);
  }
}

const noStore = new Response('{}', { headers: { 'cache-control': 'no-store' } });

describe('trap 35: the cache, which is not an HTTP cache', () => {
  it("doesn't store a 304, which is an error", async () => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware()],
      answers: [new Response(null, { status: 304 })],
    });
    await api.call();
    expect((await api.call()).error?.status).toBe(304);
    expect(requests).toHaveLength(2);
  });

  it('stores responses for its ttl, whatever Cache-Control declares', async () => {
    const { api, requests } = createTestClient({ middleware: [cacheMiddleware()], answers: [noStore] });
    await api.call();
    await api.call();
    expect(requests).toHaveLength(1);
  });

  it('follows Cache-Control with the store of the recipe', async () => {
    const store = new ObedientStore();
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware({ store })],
      answers: [noStore, { n: 2 }],
    });
    await api.call();
    await api.call();
    await api.call();
    expect(requests).toHaveLength(2);
    expect(store.entries.size).toBe(1);
  });
});
