import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CacheEntry,
  cacheMiddleware,
  type CacheOptions,
  type CacheStore,
  type HttpMethod,
  type Middleware,
} from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The number of requests for these ids, read in turn through one cache. */
const requestsOf = async (options: CacheOptions | undefined, ids: string): Promise<number> => {
  const { api, requests } = createTestClient({ endpoints: ['read'], middleware: [cacheMiddleware(options)] });
  for (const id of ids) await api.read({ id });
  return requests.length;
};

describe('an option that is null', () => {
  it.each(['ttl', 'maxSize', 'methods', 'ignoreHeaders', 'store'])(
    'or undefined has its default, and is never 0: %s',
    async (name) => {
      for (const missing of [null, undefined]) expect(await requestsOf({ [name]: missing }, 'aa')).toBe(1);
    },
  );
});

describe('ttl', () => {
  const requestsAfter = async (ms: number, options?: CacheOptions) => {
    const { api, requests } = createTestClient({ middleware: [cacheMiddleware(options)] });
    await api.call();
    vi.setSystemTime(Date.now() + ms);
    await api.call();
    return requests.length;
  };

  it('is 300 s by default', async () => {
    expect([await requestsAfter(299_999), await requestsAfter(300_000)]).toEqual([1, 2]);
  });

  it('counts from the response that filled the cache, not from the last hit', async () => {
    const { api, requests } = createTestClient({ middleware: [cacheMiddleware({ ttl: 100 })] });
    for (let time = 0; time <= 120; time += 40) {
      await api.call();
      vi.setSystemTime(Date.now() + 40);
    }
    expect(requests).toHaveLength(2);
  });

  it.each([0, -1, NaN, -Infinity])('of %d stores nothing', async (ttl) => {
    expect(await requestsAfter(0, { ttl })).toBe(2);
  });

  it('of Infinity never expires', async () => {
    expect(await requestsAfter(1e15, { ttl: Infinity })).toBe(1);
  });

  it('is passed to a store', async () => {
    const set = vi.fn<NonNullable<CacheOptions['store']>['set']>();
    const store = { get: () => undefined, set, delete: () => {}, clear: () => {} };
    await createTestClient({ middleware: [cacheMiddleware({ ttl: 7, store })] }).api.call();
    expect(set.mock.calls[0]?.[2]).toBe(7);
  });
});

describe('maxSize', () => {
  it('is 50 by default', async () => {
    const ids = Array.from({ length: 51 }, (_, at) => String.fromCharCode(0x4e00 + at)).join('');
    expect(await requestsOf({}, ids.slice(0, 50) + ids.charAt(0))).toBe(50);
    expect(await requestsOf({}, ids + ids.charAt(0))).toBe(52);
  });
});

describe('methods', () => {
  const requestsOfMethod = async (method: HttpMethod, options?: CacheOptions) => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware(options)],
      endpoint: { method },
    });
    await api.call({ a: 1 });
    await api.call({ a: 1 });
    return requests.length;
  };

  it("with 'QUERY' store its responses by their params", async () => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware({ methods: ['QUERY'] })],
      endpoint: { method: 'QUERY' },
    });
    for (const a of [1, 2, 1]) await api.call({ a });
    expect(requests.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":2}']);
  });

  it.each(['GET', 'HEAD'] as const)('include %s by default', async (method) => {
    expect(await requestsOfMethod(method)).toBe(1);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'] as const)(
    "don't include %s by default: each call is sent",
    async (method) => {
      expect(await requestsOfMethod(method)).toBe(2);
    },
  );

  it('are compared without regard to case', async () => {
    expect(await requestsOfMethod('POST', { methods: ['post'] })).toBe(1);
  });

  it('are compared with the method of the request after an outer middleware', async () => {
    const writing: Middleware = (ctx, next) => {
      ctx.request.method = 'POST';
      return next();
    };
    const { api, requests } = createTestClient({ middleware: [writing, cacheMiddleware()] });
    await api.call();
    await api.call();
    expect(requests).toHaveLength(2);
  });

  it('are read once: a later change of the array has no effect', async () => {
    const methods = ['GET'];
    const { api, requests } = createTestClient({ middleware: [cacheMiddleware({ methods })] });
    methods.pop();
    await api.call();
    await api.call();
    expect(requests).toHaveLength(1);
  });
});

describe('ignoreHeaders', () => {
  /** The number of requests for calls with these headers, through one cache, with an inner middleware. */
  const requestsWith = async (
    ignoreHeaders: readonly string[],
    calls: readonly Record<string, string>[],
    inside: Middleware = (_ctx, next) => next(),
  ): Promise<number> => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware({ ignoreHeaders }), inside],
    });
    for (const headers of calls) await api.call({ a: 1 }, { headers });
    return requests.length;
  };
  const ids = [{ 'X-Request-Id': '1' }, { 'x-request-id': '2' }, {}];

  it('are empty by default: calls that differ in any header have separate entries', async () => {
    expect(await requestsWith([], ids)).toBe(3);
  });

  it('have no effect on the key, in any case, present or missing', async () => {
    expect(await requestsWith(['X-REQUEST-id'], ids)).toBe(1);
    expect(await requestsWith(['accept', 'x-request-id'], ids)).toBe(1);
  });

  it('leave every other header in the key', async () => {
    const calls = ['a', 'b'].map((token) => ({ authorization: token, 'x-request-id': token }));
    expect(await requestsWith(['x-request-id'], [...calls, ...calls])).toBe(2);
  });

  it('can be set by an inner middleware, and the response is stored', async () => {
    let stamp = 0;
    const stamping: Middleware = (ctx, next) => {
      ctx.request.setHeader('x-stamp', String((stamp += 1)));
      return next();
    };
    expect(await requestsWith(['X-Stamp'], [{}, {}], stamping)).toBe(1);
    expect(await requestsWith([], [{}, {}], stamping)).toBe(2);
  });

  it('that include Content-Type leave the media type of a body in the key', async () => {
    const { api, requests } = createTestClient({
      middleware: [cacheMiddleware({ methods: ['POST'], ignoreHeaders: ['content-type'] })],
      endpoint: { method: 'POST' },
    });
    for (const type of ['text/csv', 'text/html']) await api.call('a', { headers: { 'content-type': type } });
    expect(requests).toHaveLength(2);
  });
});

describe('an array option that is not an array', () => {
  it.each(['methods', 'ignoreHeaders'])('throws when the cache is created: %s', (option) => {
    expect(() => cacheMiddleware({ [option]: 5 })).toThrow(`${option} is a number: pass an array.`);
    expect(() => cacheMiddleware({ [option]: 'GET' })).toThrow(`${option} is a string: pass an array.`);
  });
});

describe('debug', () => {
  it('is false by default', async () => {
    const told = vi.spyOn(console, 'debug').mockImplementation(() => {});
    await requestsOf({}, 'aa');
    expect(told).not.toHaveBeenCalled();
  });

  it('logs each hit and miss to the console, by endpoint name only', async () => {
    const told = vi.spyOn(console, 'debug').mockImplementation(() => {});
    await requestsOf({ debug: true }, 'aa');
    expect(told.mock.calls).toEqual([['[homing] cache miss read'], ['[homing] cache hit read']]);
  });
});

describe('clear()', () => {
  it('removes every response', async () => {
    const cache = cacheMiddleware();
    const { api, requests } = createTestClient({ middleware: [cache] });
    for (const id of ['a', 'b']) await api.call({ id });
    cache.clear();
    for (const id of ['a', 'b']) await api.call({ id });
    expect(requests).toHaveLength(4);
  });

  it('is not undone by a call in flight', async () => {
    const { fetch, requests } = heldFetch();
    const cache = cacheMiddleware();
    const { api } = createTestClient({ middleware: [cache], fetch });
    const call = api.call();
    await flush();
    cache.clear();
    requests[0]!.answer({ user: 'a' });
    expect((await call).data).toEqual({ user: 'a' });
    void api.call();
    await flush();
    expect(requests).toHaveLength(2);
  });

  it('is not undone by a call that is not sent yet', async () => {
    const cache = cacheMiddleware();
    const { api, requests } = createTestClient({ middleware: [cache] });
    const call = api.call();
    cache.clear();
    await call;
    await api.call();
    expect(requests).toHaveLength(2);
  });

  it('removes a response that a store has found but not returned yet', async () => {
    const kept = new Map<string, CacheEntry>();
    let release = (): void => {};
    const slow: CacheStore = {
      get: (key) => {
        const found = kept.get(key);
        return new Promise((resolve) => (release = () => resolve(found)));
      },
      set: (key, entry) => void kept.set(key, entry),
      delete: (key) => void kept.delete(key),
      clear: () => kept.clear(),
    };
    const cache = cacheMiddleware({ store: slow });
    const { api, requests } = createTestClient({ middleware: [cache] });
    const read = async (meanwhile = (): void => {}) => {
      const call = api.call();
      await flush();
      meanwhile();
      release();
      return call;
    };
    await read();
    await read();
    expect(requests).toHaveLength(1);
    await read(() => cache.clear());
    expect(requests).toHaveLength(2);
  });

  it('keeps the responses of calls that start after it, even if older calls end later', async () => {
    const { fetch, requests } = heldFetch();
    const cache = cacheMiddleware();
    const { api } = createTestClient({ middleware: [cache], fetch });
    const older = api.call();
    await flush();
    cache.clear();
    const newer = api.call();
    await flush();
    requests[1]!.answer({ user: 'b' });
    await newer;
    requests[0]!.answer({ user: 'a' });
    await older;
    expect((await api.call()).data).toEqual({ user: 'b' });
  });
});
