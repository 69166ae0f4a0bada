import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  cacheMiddleware,
  createApi,
  createGraphQL,
  defineRequest,
  Operation,
  pollUntil,
  type SuccessResult,
} from '../../../lib/index.js';
import { httpCacheMiddleware } from '../../../lib/entries/http-cache.js';
import { infiniteQuery, query, queryKey, swr } from '../../../lib/entries/query.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { createTestClient, stubFetch, type TestClientOptions, type Untyped } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { EVERY, asReactNative, heard, inOwnTime, pass, polled, start } from '../../support/polled.js';

type Call = { readonly context: object };

const tenantOf = ({ context }: Call): string => (context as { tenant: string }).tenant;

/** The base URL and the headers by the tenant in the context of the call. */
const BY_TENANT = {
  baseUrl: async (call: Call) => `https://${tenantOf(call)}.test`,
  headers: async (call: Call) => ({ authorization: `Bearer ${tenantOf(call)}` }),
};
const { baseUrl, headers } = BY_TENANT;

const of = (tenant: string) => ({ context: { tenant } as object });

/** Options with functions, each with whether the tenant changes what is sent. */
const FUNCTIONS: [string, TestClientOptions][] = [
  ['baseUrl', { baseUrl }],
  ['headers', { headers }],
  ['baseUrl of the endpoint', { endpoint: { baseUrl } }],
  ['headers of the endpoint', { endpoint: { headers } }],
];

/** Returns a client that shares requests, with held responses. */
const shared = (setup: TestClientOptions = {}) =>
  createTestClient({ held: true, ...setup, endpoint: { ...setup.endpoint, share: true } });

describe('calls under share', () => {
  it.each(FUNCTIONS)('share a request if their functions return the same: %s', async (_name, setup) => {
    const { api, requests } = shared(setup);
    const calls = [api.call({}, of('a')), api.call({}, of('a'))];
    await flush();
    expect(requests).toHaveLength(1);
    requests[0]!.answer({ n: 1 });
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual([{ n: 1 }, { n: 1 }]);
  });

  it.each(FUNCTIONS)(
    "don't share a request if their functions return something else: %s",
    async (_name, setup) => {
      const { api, requests } = shared(setup);
      void api.call({}, of('a'));
      void api.call({}, of('b'));
      await flush();
      expect(requests).toHaveLength(2);
    },
  );

  it('share a request with calls whose plain options send the same', async () => {
    const { api, requests } = shared({ baseUrl: 'https://a.test' });
    void api.with({ baseUrl: async () => 'https://a.test' }).call({ q: 1 });
    void api.call({ q: 1 });
    void api.call({}, { query: { q: 1 } });
    void api.with({ query: { q: 1 } }).call();
    await flush();
    expect(requests).toHaveLength(1);
  });

  it("don't share a request if the baseUrl or the query of copies and calls differs", async () => {
    const { api, requests } = shared({ baseUrl: 'https://a.test' });
    void api.call();
    void api.with({ baseUrl: 'https://b.test' }).call();
    void api.call({}, { baseUrl: 'https://c.test' });
    void api.with({ query: { q: 1 } }).call();
    void api.call({}, { query: { q: 2 } });
    await flush();
    expect(requests).toHaveLength(5);
  });
});

describe('calls under dedupe', () => {
  const deduped = (setup: TestClientOptions = {}) =>
    createTestClient({ held: true, ...setup, endpoint: { ...setup.endpoint, dedupe: true } });

  /** Calls through both, and returns how the first call ended, or undefined if it still runs. */
  const firstOf = async (first: Untyped, second: Untyped, ...options: object[]) => {
    let kind: unknown;
    void first.call({}, options[0]).then(({ error }: Untyped) => (kind = error?.kind));
    await flush();
    void second.call({}, options[1]);
    await flush();
    await new Promise((resolve) => setTimeout(resolve, 5));
    return kind;
  };

  it.each(FUNCTIONS)('supersede each other whatever their functions return: %s', async (_name, setup) => {
    const { api } = deduped(setup);
    expect(await firstOf(api, api, of('a'), of('b'))).toBe('abort');
  });

  it('supersede each other whatever their own baseUrl and query', async () => {
    const { api } = deduped();
    expect(await firstOf(api, api, { query: { a: 1 } }, { baseUrl: 'https://b.test' })).toBe('abort');
  });

  const late = () => 'https://a.test';
  const lateHeaders = () => ({ 'x-a': 'a' });

  it.each<[string, Untyped, Untyped]>([
    ['baseUrl', { baseUrl: 'https://a.test' }, { baseUrl: 'https://b.test' }],
    ['baseUrl function', { baseUrl: () => 'https://a.test' }, { baseUrl: () => 'https://a.test' }],
    ['baseUrl, a string and a function', { baseUrl: 'https://a.test' }, { baseUrl: late }],
    ['baseUrl, one with and one without', { baseUrl: 'https://a.test' }, {}],
    ['headers function', { headers: () => ({}) }, { headers: () => ({}) }],
    ['headers function, one with and one without', { headers: lateHeaders }, {}],
    ['query', { query: { a: 1 } }, { query: { a: 2 } }],
    ['query, one with and one that removes it', { query: { a: 1 } }, { query: { a: undefined } }],
  ])("of two copies don't supersede each other if they differ in %s", async (_name, one, other) => {
    const { api } = deduped();
    expect(await firstOf(api.with(one), api.with(other))).toBeUndefined();
  });

  it.each<[string, Untyped]>([
    ['the same baseUrl', { baseUrl: 'https://a.test' }],
    ['the same baseUrl function', { baseUrl: late }],
    ['the same headers function', { headers: lateHeaders }],
    ['the same query', { query: { a: 1 } }],
  ])('of two copies supersede each other if they have %s', async (_name, options) => {
    const { api } = deduped();
    expect(await firstOf(api.with(options), api.with({ ...options }))).toBe('abort');
  });
});

describe.each([
  ['cacheMiddleware', () => cacheMiddleware({ ttl: 60_000 } as Untyped), {}],
  [
    'httpCacheMiddleware',
    () => httpCacheMiddleware(),
    { 'cache-control': 'max-age=60', vary: 'authorization' },
  ],
] as const)('the key of %s', (_cache, create, responseHeaders) => {
  const cached = (setup: TestClientOptions) => {
    let n = 0;
    return createTestClient({
      middleware: [create()],
      answer: () => jsonResponse({ n: (n += 1) }, { headers: responseHeaders }),
      ...setup,
    });
  };

  it.each(FUNCTIONS)('contains what the functions returned: %s', async (_name, setup) => {
    const { api, requests } = cached(setup);
    const data: unknown[] = [];
    for (const tenant of ['a', 'b', 'a', 'b']) data.push((await api.call({}, of(tenant))).data);
    expect(data).toEqual([{ n: 1 }, { n: 2 }, { n: 1 }, { n: 2 }]);
    expect(requests).toHaveLength(2);
  });

  it('contains the query and the baseUrl of all levels', async () => {
    const { api, requests } = cached({});
    const copies = [
      api,
      api.with({ query: { a: 1 } }),
      api.with({ query: { a: 2 } }),
      api.with({ baseUrl: 'https://b.test' }),
    ];
    for (const copy of [...copies, ...copies]) await copy.call();
    expect(requests).toHaveLength(4);
  });

  it('is the same for a query of the params and of a level', async () => {
    const { api, requests } = cached({});
    await api.call({ a: 1 });
    await api.call({}, { query: { a: 1 } });
    await api.with({ query: { a: 1 } }).call();
    expect(requests).toHaveLength(1);
  });

  it('runs the functions for a call that the cache answers', async () => {
    const run = vi.fn(() => ({ authorization: 'Bearer a' }));
    const { api, requests } = cached({ headers: run });
    await api.call();
    await api.call();
    expect(requests).toHaveLength(1);
    expect(run).toHaveBeenCalledTimes(2);
  });
});

describe('equal polls', () => {
  inOwnTime(asReactNative);

  const first = { baseUrl: 'https://a.test', query: { a: 1 } };

  it.each<[string, Untyped, number]>([
    ['plain options', {}, 1],
    ['a plain baseUrl and query', first, 1],
    ['a baseUrl function', { baseUrl: () => 'https://a.test' }, 2],
    ['a headers function', { headers: () => ({ 'x-a': 'a' }) }, 2],
  ])('are shared only without functions: %s', async (_kind, client, count) => {
    const { api, requests } = polled({}, client);
    start(api.read);
    start(api.read);
    await flush();
    expect(requests).toHaveLength(count);
  });

  it.each<[string, Untyped]>([
    ['a baseUrl function', { baseUrl: () => 'https://a.test' }],
    ['a headers function', { headers: () => ({ 'x-a': 'a' }) }],
  ])('are not shared if the endpoint or the copy has %s', async (_kind, options) => {
    const ofEndpoint = polled(options);
    for (let n = 0; n < 2; n += 1) start(ofEndpoint.api.read);
    const ofCopy = polled();
    const copy = ofCopy.api.with(options);
    for (let n = 0; n < 2; n += 1) start(copy.read);
    await flush();
    expect([ofEndpoint.requests.length, ofCopy.requests.length]).toEqual([2, 2]);
  });

  it.each<[string, Untyped, Untyped, number]>([
    ['equal', first, { ...first }, 1],
    ['another baseUrl', first, { ...first, baseUrl: 'https://b.test' }, 2],
    ['another query', first, { ...first, query: { a: 2 } }, 2],
    ['no query', first, { baseUrl: 'https://a.test' }, 2],
  ])('of two copies are shared if baseUrl and query are equal: %s', async (_kind, one, other, count) => {
    const { api, requests } = polled();
    start(api.with(one).read);
    start(api.with(other).read);
    await flush();
    expect(requests).toHaveLength(count);
  });

  it('run the functions for each request', async () => {
    let n = 0;
    const { api, requests, answer } = polled({}, { baseUrl: async () => `https://${(n += 1)}.test` });
    const { callback } = start(api.read);
    for (let count = 0; count < 3; count += 1) {
      await answer({ count });
      await pass(EVERY);
    }
    expect(heard(callback)).toEqual([{ count: 0 }, { count: 1 }, { count: 2 }]);
    expect(requests.slice(0, 3).map(({ url }) => new URL(url).host)).toEqual(['1.test', '2.test', '3.test']);
  });
});

describe('pollUntil', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('runs the functions for each request', async () => {
    let n = 0;
    const { api, requests } = createTestClient({
      headers: async () => ({ 'x-n': (n += 1) }),
      baseUrl: () => 'https://a.test',
    });
    const isDone = (result: SuccessResult<Untyped>): boolean => result.data.n === 3;
    const polling = pollUntil(api.call, {}, { until: isDone, every: 100 });
    await vi.advanceTimersByTimeAsync(1000);
    expect((await polling).data).toEqual({ n: 3 });
    expect(requests.map(({ headers }) => headers.get('x-n'))).toEqual(['1', '2', '3']);
  });

  it('ends with the signal while a function hangs', async () => {
    const controller = new AbortController();
    const { api, requests } = createTestClient({ baseUrl: () => new Promise(() => {}) });
    const { signal } = controller;
    const polling = pollUntil(api.call, {}, { until: () => true, every: 100, signal });
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort();
    await vi.advanceTimersByTimeAsync(10);
    expect((await polling).error?.kind).toBe('abort');
    expect(requests).toHaveLength(0);
  });
});

describe('the key of a query in homing/query', () => {
  const fetch = stubFetch();
  const requests = { list: defineRequest<string[], { page?: number }>()({ method: 'GET', path: '/users' }) };
  const plain = createApi({ name: 'users', baseUrl: 'https://a.test', fetch, requests });
  const late = { baseUrl: () => 'https://a.test' };
  const lateHeaders = { headers: async () => ({ authorization: 'Bearer hunter2' }) };
  const clients: [string, typeof plain][] = [
    ['a client with a baseUrl function', createApi({ name: 'users', fetch, requests, ...late })],
    [
      'a client with a headers function',
      createApi({ name: 'users', baseUrl: '', fetch, requests, ...lateHeaders }),
    ],
    [
      'an endpoint with a headers function',
      createApi({
        name: 'users',
        baseUrl: '',
        fetch,
        requests: { list: requests.list.with(lateHeaders) },
      }),
    ],
    ['a copy with its own baseUrl', plain.with({ baseUrl: 'https://b.test' })],
    ['a copy with a baseUrl function', plain.with(late)],
    ['a copy with a headers function', plain.with(lateHeaders)],
    ['a copy with its own query', plain.with({ query: { tenant: 'a' } })],
    ['a copy that removes a name of the query', plain.with({ query: { tenant: undefined } })],
  ];

  it.each(clients)('needs a scope for %s', (_kind, { list }) => {
    const create: (() => unknown)[] = [
      () => query(list),
      () => queryKey(list, {}),
      () => swr(list),
      () => infiniteQuery(list, {}, { next: () => null }),
    ];
    for (const each of create) expect(each).toThrow(/needs a scope for "list"/);
  });

  it.each(clients)('contains only the scope of %s', (_kind, { list }) => {
    const key = ['users', 'list', { params: { page: 1 }, scope: 'user-7' }];
    expect(query(list, { page: 1 }, { scope: 'user-7' }).queryKey).toEqual(key);
    expect(queryKey(list, { page: 1 }, { scope: 'user-7' })).toEqual(key);
  });

  it('needs no scope for a client with plain options of any kind', () => {
    const query1 = { query: { tenant: 'a' }, headers: { 'x-a': 'a' } };
    const api = createApi({ name: 'users', baseUrl: 'https://a.test', fetch, requests, ...query1 });
    expect(query(api.list).queryKey).toEqual(['users', 'list', { params: {} }]);
  });

  it('needs no scope for a copy that adds nothing', () => {
    const copy = plain.with({ query: {}, baseUrl: undefined, headers: undefined });
    expect(query(copy.list).queryKey).toEqual(query(plain.list).queryKey);
  });

  it('needs a scope for a GraphQL client with a headers function', () => {
    const me = new Operation<Record<string, never>, { me: string }>({ operation: '{ me }' });
    const endpoint = 'https://a.test/graphql';
    const graph = createGraphQL({ name: 'graph', endpoint, fetch, operations: { me }, ...lateHeaders });
    expect(() => query(graph.me)).toThrow('needs a scope for "me"');
    expect(query(graph.me, {}, { scope: 'user-7' }).queryKey).toEqual([
      'graph',
      'me',
      { params: {}, scope: 'user-7' },
    ]);
  });
});
