import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CacheEntry, cacheMiddleware, type CacheStore } from '../../../lib/index.js';
import { createTestClient, stubFetch } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { AsyncStore, storeWith } from '../../support/stores.js';

const never = () => new Promise<never>(() => {});
const rejects = () => Promise.reject(new Error('down'));
const throws = (): never => {
  throw new Error('down');
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Makes two calls through a cache with this store. Returns the outcomes. */
const twice = async (store: CacheStore) => {
  const cache = cacheMiddleware({ store });
  const { api, requests, onError } = createTestClient({ middleware: [cache] });
  const datas = [(await api.call()).data];
  await flush();
  datas.push((await api.call()).data);
  await flush();
  expect(onError).not.toHaveBeenCalled();
  return { cache, api, requests, datas };
};

describe('a cache store', () => {
  it('can return a thenable that is not a promise of this realm', async () => {
    const store = new AsyncStore();
    const get = (key: string) =>
      ({ then: (done: (entry: unknown) => void) => void store.get(key).then(done) }) as never;
    expect((await twice(storeWith({ get, set: (...given) => store.set(...given) }))).requests).toHaveLength(
      1,
    );
  });

  it('that returns null has no entry', async () => {
    expect((await twice(storeWith({ get: () => null as never }))).requests).toHaveLength(2);
  });

  it.each([
    ['a string', 'entry'],
    ['an empty object', {}],
    ['a status that no response has', { data: 1, status: 0, statusText: '', headers: [] }],
    ['headers that no response has', { data: 1, status: 200, statusText: '', headers: [['a b', '']] }],
  ])('that returns %s as an entry has none, and is called to delete it', async (_what, entry) => {
    for (const get of [() => entry as never, async () => entry as never]) {
      const remove = vi.fn(rejects);
      expect((await twice(storeWith({ get, delete: remove }))).datas).toEqual([{ n: 1 }, { n: 2 }]);
      expect(remove).toHaveBeenCalledTimes(2);
    }
  });
});

describe('a store that fails causes a cache miss, and never a failed call', () => {
  it.each([
    ['get', 'throws', throws],
    ['get', 'rejects', rejects],
    ['set', 'throws', throws],
    ['set', 'rejects', rejects],
    ['set', 'hangs', never],
  ])('if %s %s', async (method, _how, fail) => {
    const { datas, requests } = await twice(storeWith({ [method]: fail }));
    expect(datas).toEqual([{ n: 1 }, { n: 2 }]);
    expect(requests).toHaveLength(2);
  });

  it('if get hangs, which the call waits 50 ms for', async () => {
    vi.useFakeTimers();
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware({ store: storeWith({ get: never }) })],
    });
    const call = api.call();
    await vi.advanceTimersByTimeAsync(49);
    expect(requests).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect((await call).data).toEqual({ n: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('if get returns or rejects too late', async () => {
    vi.useFakeTimers();
    const late = (end: () => unknown) => () =>
      new Promise<never>((resolve, reject) => {
        setTimeout(
          () =>
            void Promise.resolve()
              .then(end)
              .then(resolve as never, reject),
          60,
        );
      });
    for (const get of [late(() => ({ data: 'late' })), late(throws)]) {
      const call = createTestClient({
        middleware: [cacheMiddleware({ store: storeWith({ get }) })],
      }).api.call();
      await vi.advanceTimersByTimeAsync(100);
      expect((await call).data).toEqual({ n: 1 });
    }
  });

  it('if get hangs, while an abort still ends the call', async () => {
    vi.useFakeTimers();
    const leaving = new AbortController();
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware({ store: storeWith({ get: never }) })],
    });
    const call = api.call(undefined, { signal: leaving.signal });
    leaving.abort();
    await vi.advanceTimersByTimeAsync(100);
    expect((await call).error?.kind).toBe('abort');
    expect(requests).toHaveLength(0);
  });
});

describe('clear() of a store that is slow or fails', () => {
  it.each([
    ['throws', throws],
    ['rejects', rejects],
    ['hangs', never],
    ['is not done yet', () => flush().then(flush)],
  ])('removes every response if clear %s', async (_how, clear) => {
    const { cache, api, requests } = await twice(storeWith({ clear }));
    expect(requests).toHaveLength(1);
    cache.clear();
    expect((await api.call()).data).toEqual({ n: 2 });
    expect(requests).toHaveLength(2);
  });

  it("doesn't throw, and leaves no unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    for (const clear of [throws, rejects]) cacheMiddleware({ store: storeWith({ clear }) }).clear();
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('lets the cache store responses afterwards', async () => {
    const { cache, api, requests } = await twice(storeWith({ clear: rejects }));
    cache.clear();
    await flush();
    await api.call();
    await flush();
    await api.call();
    expect(requests).toHaveLength(2);
  });
});

describe('a store with hashKeys', () => {
  class HashedStore extends AsyncStore {
    readonly hashKeys = true;
    readonly asked: string[] = [];
    filled: () => void = () => {};

    override async get(key: string) {
      this.asked.push(key);
      return super.get(key);
    }

    override async set(...given: Parameters<AsyncStore['set']>) {
      this.asked.push(given[0]);
      await super.set(...given);
      this.filled();
    }
  }

  const hashed = () => {
    const store = new HashedStore();
    const { api, requests } = createTestClient({ middleware: [cacheMiddleware({ store })] });
    /** Makes calls, and waits until the store has the response. */
    const fill = async (params: unknown, token = '') => {
      const filled = new Promise<void>((resolve) => (store.filled = resolve));
      await api.call(params, { headers: { Authorization: token } });
      await filled;
    };
    return { store, api, requests, fill };
  };

  it('gets 64 hex digits as a key, and never a header value or a param', async () => {
    const { store, fill } = hashed();
    await fill({ name: 'Ada' }, 'Bearer token-of-ada');
    expect(store.asked).toHaveLength(2);
    expect(store.asked.filter((key) => !/^[\da-f]{64}$/.test(key))).toEqual([]);
    expect(JSON.stringify([...store.entries])).not.toMatch(/token-of-ada|Ada/);
  });

  it('serves a hit', async () => {
    const { api, requests, fill } = hashed();
    await fill({ a: 1 });
    expect((await api.call({ a: 1 }, { headers: { Authorization: '' } })).data).toEqual({ n: 1 });
    expect(requests).toHaveLength(1);
  });

  it('separates users and params', async () => {
    const { store, requests, fill } = hashed();
    await fill({ id: 1 }, 'a');
    await fill({ id: 1 }, 'b');
    await fill({ id: 2 }, 'a');
    expect({ size: store.entries.size, length: requests.length }).toEqual({ size: 3, length: 3 });
  });

  it('is not filled by a response whose key is still being hashed at clear()', async () => {
    const store = new HashedStore();
    const cache = cacheMiddleware({ store });
    const { api } = createTestClient({ middleware: [cache] });
    await api.call();
    cache.clear();
    await crypto.subtle.digest('SHA-256', new Uint8Array());
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.entries.size).toBe(0);
  });

  it("is never called if the platform can't hash", async () => {
    const store = new HashedStore();
    vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(new Error('insecure context'));
    const { api } = createTestClient({ middleware: [cacheMiddleware({ store })] });
    expect((await api.call()).data).toEqual({ n: 1 });
    expect((await api.call()).data).toEqual({ n: 2 });
    expect(store.asked).toEqual([]);
  });
});

it('an object identity in a key is not valid in another process', async () => {
  const store = new AsyncStore();
  const fetch = stubFetch();
  const { requests } = fetch;
  for (const cache of [cacheMiddleware({ store }), cacheMiddleware({ store })]) {
    await createTestClient({ middleware: [cache], fetch }).api.call();
    await flush();
  }
  expect(requests).toHaveLength(2);
});

describe('a response that the store is still saving at clear()', () => {
  it('is removed too', async () => {
    const kept = new Map<string, CacheEntry>();
    const setting: (() => void)[] = [];
    const slow: CacheStore = {
      get: (key) => kept.get(key),
      set: (key, entry) =>
        new Promise((resolve) => {
          setting.push(() => {
            kept.set(key, entry);
            resolve();
          });
        }),
      delete: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    const cache = cacheMiddleware({ store: slow });
    const { api, requests } = createTestClient({ middleware: [cache] });
    await api.call();
    cache.clear();
    for (const finish of setting) finish();
    await flush();
    await api.call();
    expect({ size: kept.size, length: requests.length }).toEqual({ size: 1, length: 2 });
  });
});
