import { describe, expect, it } from 'vitest';
import { cacheMiddleware, type CallOptions, type Middleware } from '../../../lib/index.js';
import { createTestClient, stubFetch, type TestClientOptions } from '../../support/client.js';

type Calls = [params: unknown, options?: CallOptions][];

/** The number of requests for these calls, one after the other, through one cache. */
const requestsOf = async (calls: Calls, { middleware = [], ...more }: TestClientOptions = {}) => {
  const { api, requests } = createTestClient({
    ...more,
    middleware: [...middleware, cacheMiddleware({ methods: ['GET', 'POST'] })],
  });
  for (const [params, options] of calls) await api.call(params, options);
  return requests.length;
};

/** The number of requests of two clients that share one cache and are called once each. */
const requestsOfTwo = async (first: TestClientOptions, second: TestClientOptions) => {
  const middleware = [cacheMiddleware()];
  const clients = [createTestClient({ middleware, ...first }), createTestClient({ middleware, ...second })];
  for (const { api } of clients) await api.call({ a: 1 });
  return clients.reduce((sum, { requests }) => sum + requests.length, 0);
};

/** The number of requests of two clients that share one cache and one fetch and are called once each. */
const requestsOver = async (first: TestClientOptions, second: TestClientOptions): Promise<number> => {
  const fetch = stubFetch();
  const { requests } = fetch;
  await requestsOfTwo({ fetch, ...first }, { fetch, ...second });
  return requests.length;
};

const withOptions = (fetchOptions: object): [unknown, CallOptions] => [{ a: 1 }, { fetchOptions }];
const withHeaders = (headers: Record<string, string>): [unknown, CallOptions] => [{ a: 1 }, { headers }];

class Agent {
  readonly keepAlive = true;
}

describe('the key of a cache entry (rules.md#cache)', () => {
  it('serves an equal call from memory', async () => {
    expect(await requestsOf([[{ a: 1 }], [{ a: 1 }], [{ a: 1 }]])).toBe(1);
  });

  it.each<[string, Calls]>([
    ['another query value', [[{ a: 1 }], [{ a: 2 }]]],
    ['another Authorization', [withHeaders({ Authorization: 'a' }), withHeaders({ Authorization: 'b' })]],
    ['no Authorization', [withHeaders({ Authorization: 'a' }), [{ a: 1 }]]],
    ['any other header', [withHeaders({ 'x-tenant': 'a' }), withHeaders({ 'x-tenant': 'b' })]],
    ['other credentials', [withOptions({ credentials: 'include' }), withOptions({ credentials: 'omit' })]],
  ])('separates entries by %s', async (_what, calls) => {
    expect(await requestsOf([...calls, ...calls])).toBe(2);
  });

  it('ignores Content-Type', async () => {
    const calls = ['application/json', 'text/plain'].map((type) => withHeaders({ 'Content-Type': type }));
    expect(await requestsOf(calls)).toBe(1);
  });

  it('compares header names without case and order', async () => {
    const calls = [withHeaders({ 'X-A': '1', 'X-B': '2' }), withHeaders({ 'x-b': '2', 'x-a': '1' })];
    expect(await requestsOf(calls)).toBe(1);
  });

  it('is the same for headers that a middleware read and headers that none did', async () => {
    let touched = false;
    const touching: Middleware = (ctx, next) => {
      if (touched) ctx.request.headers.delete('x-none');
      touched = true;
      return next();
    };
    const headers = { 'X-B': ' 2 ', 'x-a': '1', 'Content-Type': 'text/plain' };
    expect(await requestsOf([[undefined], [undefined]], { middleware: [touching], headers })).toBe(1);
  });

  it("is the same for two calls with credentials, as it doesn't contain the cookies", async () => {
    const include = withOptions({ credentials: 'include' });
    expect(await requestsOf([include, include])).toBe(1);
  });

  it('separates endpoints, methods and base URLs', async () => {
    const { api, requests } = createTestClient({
      endpoints: ['call', 'other'],
      middleware: [cacheMiddleware()],
    });
    await api.call();
    await api.other();
    expect(requests).toHaveLength(2);
    expect(await requestsOver({}, { endpoint: { method: 'HEAD' } })).toBe(2);
    expect(await requestsOver({}, { baseUrl: 'http://other.test' })).toBe(2);
  });

  it('separates users whose token a middleware sets (trap 17)', async () => {
    let user = 'a';
    const auth: Middleware = (ctx, next) => {
      ctx.request.headers.set('Authorization', `Bearer ${user}`);
      return next();
    };
    const { api, requests } = createTestClient({ middleware: [auth, cacheMiddleware()] });
    await api.call();
    user = 'b';
    expect((await api.call()).data).toEqual({ n: 2 });
    expect(requests).toHaveLength(2);
  });
});

describe('the fetch function in the key (rules.md#cache)', () => {
  it('is the same entry for clients with one fetch', async () => {
    const fetch = stubFetch();
    const { requests } = fetch;
    await requestsOfTwo({ fetch }, { fetch });
    expect(requests).toHaveLength(1);
  });

  it('separates the entries of different functions', async () => {
    const [one, two] = [stubFetch(), stubFetch()];
    await requestsOfTwo({ fetch: one }, { fetch: two });
    expect([one.requests.length, two.requests.length]).toEqual([1, 1]);
  });

  it('is the same entry for clients that use the global fetch', async () => {
    const fetch = stubFetch();
    const { requests } = fetch;
    const platform = globalThis.fetch;
    globalThis.fetch = fetch as typeof globalThis.fetch;
    try {
      await requestsOfTwo({ fetch: undefined }, { fetch: undefined });
    } finally {
      globalThis.fetch = platform;
    }
    expect(requests).toHaveLength(1);
  });
});

/** A schema that accepts every value. */
const anything = () => ({
  '~standard': { version: 1 as const, vendor: 'spec', validate: (value: unknown) => ({ value }) },
});

describe('the way in which a response is read (rules.md#cache)', () => {
  it.each<[string, TestClientOptions, TestClientOptions]>([
    ['schema', { endpoint: { schema: anything() } }, { endpoint: { schema: anything() } }],
    ['response type', { endpoint: { responseType: 'json' } }, { endpoint: { responseType: 'text' } }],
    [
      'parseJson',
      { parseJson: (text) => JSON.parse(text) as unknown },
      { parseJson: (text) => JSON.parse(text) as unknown },
    ],
    [
      'stringifyJson',
      { stringifyJson: (value) => JSON.stringify(value) },
      { stringifyJson: (value) => JSON.stringify(value) },
    ],
  ])(
    'separates two clients that share a cache and a fetch if they differ in the %s',
    async (_what, first, second) => {
      expect(await requestsOver(first, second)).toBe(2);
      expect(await requestsOver(first, first)).toBe(1);
    },
  );
});

describe('the query string (rules.md#cache)', () => {
  const via = (...queries: string[]) => {
    const left = [...queries];
    const rewrite: Middleware = (ctx, next) => {
      ctx.request.url = `http://api.test/things${left.shift() ?? ''}`;
      return next();
    };
    return requestsOf(
      queries.map(() => [undefined]),
      { middleware: [rewrite] },
    );
  };

  it('is sorted by name', async () => {
    expect(await via('?a=1&b=2', '?b=2&a=1')).toBe(1);
  });

  it('keeps the order of repeated names', async () => {
    expect(await via('?a=1&a=2', '?a=2&a=1')).toBe(2);
    expect(await via('?a=1&b=0&a=2', '?b=0&a=1&a=2')).toBe(1);
  });

  it('is sorted by the raw name, not by what it decodes to', async () => {
    expect(await via('?a=1', '?%61=1')).toBe(2);
  });

  it('is otherwise compared as it is', async () => {
    expect(await via('?a=1', '?a=1&', '?a', '?a=', '')).toBe(5);
    expect(await via('?a=b=c', '?a=b=d')).toBe(2);
    expect(await via('?a=1?b=2', '?a=1&b=2')).toBe(2);
  });

  it('includes the names that an outer middleware added', async () => {
    let page = 0;
    const paged: Middleware = (ctx, next) => {
      page += 1;
      ctx.request.url += `?page=${page}`;
      return next();
    };
    expect(await requestsOf([[undefined], [undefined]], { middleware: [paged] })).toBe(2);
  });
});

describe('params that the cache neither stores nor serves (rules.md#cache)', () => {
  it.each<[string, () => unknown]>([
    ['a FormData', () => new FormData()],
    ['a nested Blob', () => ({ a: { b: new Blob(['a']) } })],
    ['a nested function', () => ({ a: [() => 1] })],
  ])('include %s', async (_what, make) => {
    expect(await requestsOf([[make()], [make()]], { endpoint: { method: 'POST' } })).toBe(2);
  });

  it('include a BigInt, which is sent in the query as a string', async () => {
    expect(await requestsOf([[{ a: 1n }], [{ a: 1n }]])).toBe(2);
  });
});

describe('fetchOptions (rules.md#cache)', () => {
  it('are compared by content if they are plain objects, without order and undefined members', async () => {
    const next = (tag: string, more: object) =>
      withOptions({ ...more, next: { tags: [tag] }, cache: 'no-store', mode: 'cors' });
    const same = [next('a', {}), next('a', { mode: 'cors', redirect: undefined })];
    expect([await requestsOf(same), await requestsOf([next('a', {}), next('b', {})])]).toEqual([1, 2]);
  });

  it('are compared by identity if they are other objects or functions', async () => {
    for (const make of [() => new Agent(), () => () => 1]) {
      const agent = make();
      const agents = (...each: unknown[]) => each.map((dispatcher) => withOptions({ dispatcher }));
      expect([await requestsOf(agents(agent, agent)), await requestsOf(agents(agent, make()))]).toEqual([
        1, 2,
      ]);
    }
  });

  it.each<[string, () => unknown]>([
    [
      'a circular structure',
      () => {
        const value: Record<string, unknown> = {};
        return (value['self'] = value);
      },
    ],
    ['a BigInt', () => 1n],
    ['a symbol', () => Symbol('a')],
    ['a nested BigInt', () => ({ a: [1n] })],
  ])('with %s disable caching for the call', async (_what, make) => {
    const option = make();
    expect(await requestsOf([withOptions({ option }), withOptions({ option })])).toBe(2);
  });

  it('are compared as sent: without method, headers, body and signal', async () => {
    const meddling: Middleware = (ctx, next) => {
      const { signal } = new AbortController();
      const unsent = { method: String(Math.random()), headers: { a: String(Math.random()) }, signal };
      ctx.request.fetchOptions = { ...ctx.request.fetchOptions, ...unsent };
      return next();
    };
    expect(await requestsOf([[{ a: 1 }], [{ a: 1 }]], { middleware: [meddling] })).toBe(1);
  });
});

describe('the store of cacheMiddleware() (rules.md#cache)', () => {
  it('belongs to one cacheMiddleware()', async () => {
    const fetch = stubFetch();
    const { requests } = fetch;
    for (const cache of [cacheMiddleware(), cacheMiddleware()])
      await createTestClient({ middleware: [cache], fetch }).api.call();
    expect(requests).toHaveLength(2);
  });

  it('is shared by all clients and copies with that middleware', async () => {
    const { api, requests } = createTestClient({ middleware: [cacheMiddleware()] });
    await api.call();
    await api.withHeaders({}).call();
    await api.withHeaders({ 'x-user': 'b' }).call();
    expect(requests).toHaveLength(2);
  });
});
