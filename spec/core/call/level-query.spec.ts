import { describe, expect, it } from 'vitest';
import { type CallOptions, createApi, createGraphQL, Operation, Request } from '../../../lib/index.js';
import { placed } from '../../../lib/entries/openapi.js';
import {
  BASE,
  createTestClient,
  stubFetch,
  type TestClientOptions,
  type Untyped,
} from '../../support/client.js';

type Query = Untyped;

/** The `query` of each level. Undefined: the level has no `query`. */
interface Levels {
  client?: Query;
  copy?: Query;
  endpoint?: Query;
  call?: Query;
}

const LEVELS = ['client', 'copy', 'endpoint', 'call'] as const;

const callWith = async (levels: Levels, params: Query = {}, more: TestClientOptions = {}) => {
  const at = (level: keyof Levels): Untyped => (level in levels ? { query: levels[level] } : {});
  const { api, requests } = createTestClient({
    ...more,
    ...at('client'),
    endpoint: { ...more.endpoint, ...at('endpoint') },
  });
  const caller = 'copy' in levels ? api.with(at('copy')) : api;
  const { error } = await caller.call(params, at('call') as CallOptions);
  return { error, request: requests[0] };
};

/** The query that is sent, with its `?`. */
const queryOf = async (...given: Parameters<typeof callWith>): Promise<string> => {
  const { request, error } = await callWith(...given);
  if (!request) throw new Error(`Nothing was sent: ${String(error?.message)}`);
  const [, query] = /^[^?]*(.*)$/.exec(request.url)!;
  return query!;
};

describe('the query of a level', () => {
  it.each(LEVELS)('is added to every call: %s', async (level) => {
    expect(await queryOf({ [level]: { a: 1 } })).toBe('?a=1');
    expect(await queryOf({ [level]: { a: 1 } }, { q: 'x' })).toBe('?q=x&a=1');
  });

  it('is merged by name, and the most specific value wins', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const query = (level: string, from: number) =>
      Object.fromEntries(names.slice(from).map((name) => [name, level]));
    const levels = {
      client: query('client', 0),
      copy: query('copy', 1),
      endpoint: query('endpoint', 2),
      call: query('call', 3),
    };
    expect(await queryOf(levels)).toBe('?a=client&b=copy&c=endpoint&d=call');
  });

  it('keeps the order of the names, from the client to the call', async () => {
    const levels = { client: { z: 1, y: 1 }, endpoint: { x: 2, z: 2 }, call: { a: 3 } };
    expect(await queryOf(levels, { q: 0 })).toBe('?q=0&z=2&y=1&x=2&a=3');
  });

  it('comes after the queries of baseUrl, path and params', async () => {
    const more = { baseUrl: `${BASE}?b=1`, endpoint: { path: '/items?p=2' } };
    expect(await queryOf({ client: { c: 4 } }, { q: 3 }, more)).toBe('?b=1&p=2&q=3&c=4');
  });

  it('leaves the queries of baseUrl and path, even for the same name', async () => {
    const more = { baseUrl: `${BASE}?a=base`, endpoint: { path: '/items?a=path' } };
    expect(await queryOf({ client: { a: 'client' } }, {}, more)).toBe('?a=base&a=path&a=client');
    expect(await queryOf({ client: { a: undefined } }, {}, more)).toBe('?a=base&a=path');
  });

  it.each<[string, Query, string]>([
    ['a URLSearchParams', new URLSearchParams('a=1&a=x y'), '?a=1&a=x+y'],
    ['a Map', new Map([['a', 1]]), '?a=1'],
    ['arrays, booleans and bigints', { a: [1, true], b: 10n }, '?a=1&a=true&b=10'],
    ['an empty string', { a: '' }, '?a='],
    ['names that need encoding', { 'a[b]': 'é&=', 'c d': 1 }, '?a%5Bb%5D=%C3%A9%26%3D&c+d=1'],
    ['an empty name', { '': 'x' }, '?=x'],
    ['a name of Object.prototype', { constructor: 1, toString: 2 }, '?constructor=1&toString=2'],
    ['__proto__ as a name', JSON.parse('{"__proto__":1}'), '?__proto__=1'],
    ['an empty object', {}, ''],
    ['null', null, ''],
    ['undefined', undefined, ''],
  ])('accepts %s at every level', async (_kind, query, expected) => {
    for (const level of LEVELS) expect(await queryOf({ [level]: query })).toBe(expected);
  });

  it.each<[string, Query, string]>([
    ['an object as value', { a: { b: 'hunter2' } }, 'The query param "a" is an Object'],
    ['a Date', { a: new Date(0) }, 'The query param "a" is a Date'],
    ['NaN', { a: NaN }, 'The query param "a" is '],
    ['a string', 'a=hunter2', 'query is a string'],
    ['an array', [['a', 'hunter2']], 'query is an Array'],
    ['a number', 5, 'query is a number'],
    ['a function', () => ({ a: 'hunter2' }), 'query is a function'],
  ])('makes a network error that names it when it is %s, at every level', async (_kind, query, message) => {
    for (const level of LEVELS) {
      const { error, request } = await callWith({ [level]: query });
      expect(request).toBeUndefined();
      expect(error?.kind).toBe('network');
      expect(error!.message).toContain(message);
      expect(error!.message).not.toContain('hunter2');
    }
  });
});

describe('a repeated name', () => {
  it('is replaced as a whole by a more specific level', async () => {
    expect(await queryOf({ client: { a: [1, 2, 3], b: 0 }, call: { a: 4 } })).toBe('?a=4&b=0');
    expect(await queryOf({ client: { a: 1 }, call: { a: [2, 3] } })).toBe('?a=2&a=3');
    const pairs = new URLSearchParams('a=2&b=0&a=3');
    expect(await queryOf({ client: { a: 1 }, call: pairs })).toBe('?a=2&a=3&b=0');
  });

  it('is replaced as a whole by the params', async () => {
    expect(await queryOf({ client: { a: [1, 2] } }, { a: 3 })).toBe('?a=3');
    expect(await queryOf({ client: { a: 1 } }, { a: [2, 3] })).toBe('?a=2&a=3');
  });

  it('is the same name in every spelling of its encoding', async () => {
    const levels = { client: { 'a b': 1, é: 1, 'c[]': 1 } };
    const params = new URLSearchParams('a+b=2&%C3%A9=2&c%5B%5D=2');
    expect(await queryOf(levels, params)).toBe(`?${String(params)}`);
  });

  it('is another name in another case', async () => {
    expect(await queryOf({ client: { a: 1 }, call: { A: 2 } })).toBe('?a=1&A=2');
  });
});

describe('undefined for a name', () => {
  it.each([
    ['the copy', { client: { a: 1, b: 2 }, copy: { a: undefined } }],
    ['the endpoint', { client: { a: 1, b: 2 }, endpoint: { a: undefined } }],
    ['the call', { client: { a: 1, b: 2 }, call: { a: undefined } }],
    [
      'the call, over all levels',
      { client: { a: 1, b: 2 }, copy: { a: 2 }, endpoint: { a: 3 }, call: { a: undefined } },
    ],
  ])('removes the value of the levels below it: %s', async (_level, levels) => {
    expect(await queryOf(levels)).toBe('?b=2');
  });

  it('can be followed by a value of a more specific level', async () => {
    expect(await queryOf({ client: { a: 1 }, copy: { a: undefined }, call: { a: 2 } })).toBe('?a=2');
  });

  it('removes nothing of the params', async () => {
    expect(await queryOf({ client: { a: 1 }, call: { a: undefined } }, { a: 2 })).toBe('?a=2');
  });

  it('in the params leaves the value of the levels', async () => {
    expect(await queryOf({ client: { a: 1 } }, { a: undefined })).toBe('?a=1');
  });

  it('removes a value of a URLSearchParams and a name that needs encoding', async () => {
    const client = new URLSearchParams([
      ['a b', '1'],
      ['c', '2'],
    ]);
    expect(await queryOf({ client, call: { 'a b': undefined } })).toBe('?c=2');
  });

  it('leaves other copies and calls unchanged', async () => {
    const { api, requests } = createTestClient({ query: { a: 1 } });
    await api.with({ query: { a: undefined } }).call();
    await api.call({}, { query: { a: undefined } });
    await api.call();
    expect(requests.map(({ url }) => url)).toEqual([
      `${BASE}/things`,
      `${BASE}/things`,
      `${BASE}/things?a=1`,
    ]);
  });
});

describe('a query param of the params', () => {
  it.each(LEVELS)('wins over the query of the level: %s', async (level) => {
    expect(await queryOf({ [level]: { a: 'level', b: 1 } }, { a: 'params' })).toBe('?a=params&b=1');
  });

  it('wins when the params are a URLSearchParams', async () => {
    expect(await queryOf({ call: { a: 1, b: 2 } }, new URLSearchParams('a=3'))).toBe('?a=3&b=2');
  });

  it('wins in a POST with bodyAs query', async () => {
    const endpoint = { method: 'POST', bodyAs: 'query' } as const;
    expect(await queryOf({ client: { a: 1, b: 2 } }, { a: 3 }, { endpoint })).toBe('?a=3&b=2');
  });

  it('wins when place puts it into the query', async () => {
    const place = placed<Untyped>(({ value }) => ({ query: { a: value } }));
    const endpoint = { place };
    expect(await queryOf({ client: { a: 1, b: 2 } }, { value: 3 }, { endpoint })).toBe('?a=3&b=2');
  });

  it('wins under the name that serializeQuery writes', async () => {
    const serializeQuery = (params: Record<string, unknown>) => `a%5B%5D=${String(params.a)}`;
    const query = { 'a[]': 1, a: 2 };
    expect(await queryOf({ client: query }, { a: 3 }, { serializeQuery })).toBe('?a%5B%5D=3&a=2');
  });

  it("isn't a path param: a path param of that name doesn't replace the query", async () => {
    const endpoint = { path: '/items/:id' };
    const { request } = await callWith({ client: { id: 'query' } }, { id: 'path' }, { endpoint });
    expect(request!.url).toBe(`${BASE}/items/path?id=query`);
  });
});

describe('the query of a level in a request with a body', () => {
  it("isn't replaced by a param of that name in the body", async () => {
    const { request } = await callWith(
      { client: { a: 1 }, call: { b: 2 } },
      { a: 3 },
      { endpoint: { method: 'POST' } },
    );
    expect([request!.url, request!.body]).toEqual([`${BASE}/things?a=1&b=2`, '{"a":3}']);
  });

  it('never appears in the body', async () => {
    for (const method of ['POST', 'PUT', 'PATCH'] as const) {
      const { request } = await callWith({ endpoint: { a: 1 } }, {}, { endpoint: { method } });
      expect([request!.url, request!.body]).toEqual([`${BASE}/things?a=1`, null]);
    }
  });
});

describe('the query of a GraphQL client', () => {
  it('is merged over client, copy, operation and call', async () => {
    const fetch = stubFetch({ data: { data: { a: 1 } } });
    const a = new Operation({ operation: '{ a }', query: { c: 3, d: 3 } });
    const api = createGraphQL({
      endpoint: 'https://api.test/graphql?k=0',
      fetch,
      query: { a: 1, b: 1, x: 1 },
      operations: { a },
    });
    await api.with({ query: { b: 2, c: 2, x: undefined } }).a({}, { query: { d: 4 } });
    expect(fetch.mock.lastCall?.[0]).toBe('https://api.test/graphql?k=0&a=1&b=2&c=3&d=4');
  });

  it("isn't replaced by a variable of that name", async () => {
    const fetch = stubFetch({ data: { data: { a: 1 } } });
    const a = new Operation<{ a: number }>({ operation: 'query A($a: Int) { a }' });
    const api = createGraphQL({
      endpoint: 'https://api.test/graphql',
      fetch,
      query: { a: 1 },
      operations: { a },
    });
    await api.a({ a: 2 });
    expect(fetch.mock.lastCall?.[0]).toBe('https://api.test/graphql?a=1');
  });
});

describe('copies of copies', () => {
  it('merge their query, and undefined removes names of both', async () => {
    const { api, requests } = createTestClient({ query: { a: 1, b: 1, c: 1 } });
    const copy = api.with({ query: { b: 2, d: 2 } }).with({ query: { a: undefined, d: undefined, e: 3 } });
    await copy.call();
    expect(requests[0]!.url).toBe(`${BASE}/things?b=2&c=1&e=3`);
  });
});

describe('Request.with', () => {
  const base = new Request<Untyped, Untyped>({
    method: 'GET',
    path: '/things',
    headers: { 'x-a': 'base', 'x-b': 'base' },
    query: { a: [1, 2], b: 'x y', c: 3 },
  });

  const callOf = async (request: Request<Untyped, Untyped>, client: object = {}) => {
    const fetch = stubFetch();
    const api = createApi({ baseUrl: BASE, fetch, ...client, requests: { request } });
    const { error } = await api.request();
    return { error, url: fetch.requests[0]?.url.slice(BASE.length), headers: fetch.requests[0]?.headers };
  };

  it('merges plain queries by name, undefined removes a name, and a URLSearchParams replaces the query', async () => {
    expect((await callOf(base.with({ query: { a: 4, c: undefined, d: 5 } }))).url).toBe(
      '/things?a=4&b=x+y&d=5',
    );
    expect((await callOf(base.with({}))).url).toBe('/things?a=1&a=2&b=x+y&c=3');
    expect((await callOf(base.with({ query: new URLSearchParams('c=6&c=7') }))).url).toBe('/things?c=6&c=7');
  });

  it('keeps a removed name removed under the client', async () => {
    const request = base.with({ query: { a: undefined } });
    expect((await callOf(request, { query: { a: 'client' } })).url).toBe('/things?b=x+y&c=3');
    expect((await callOf(request.with({ query: { d: 1 } }), { query: { a: 'client' } })).url).toBe(
      '/things?b=x+y&c=3&d=1',
    );
  });

  it.each(['a&b=c', '100%', '+', 'é', '%41', '#', '=', ''])(
    'keeps names and values that need encoding: %j',
    async (text) => {
      const request = base.with({ query: { a: undefined, b: undefined, c: undefined, [text]: text } });
      expect((await callOf(request.with({}))).url).toBe(
        `/things?${String(new URLSearchParams([[text, text]]))}`,
      );
    },
  );

  it("doesn't change the original", async () => {
    base.with({ query: { a: 9 }, headers: () => ({ 'x-a': 'over' }) });
    const { url, headers } = await callOf(base);
    expect(url).toBe('/things?a=1&a=2&b=x+y&c=3');
    expect(headers!.get('x-a')).toBe('base');
  });

  it('merges a headers function over plain headers, and plain headers over a function', async () => {
    const late = base.with({ headers: async () => ({ 'x-b': 'late', 'x-c': 'late' }) });
    const first = await callOf(late);
    expect(Object.fromEntries(first.headers!)).toMatchObject({ 'x-a': 'base', 'x-b': 'late', 'x-c': 'late' });
    const second = await callOf(late.with({ headers: { 'x-c': 'plain' } }));
    expect(Object.fromEntries(second.headers!)).toMatchObject({
      'x-a': 'base',
      'x-b': 'late',
      'x-c': 'plain',
    });
  });

  it('passes the facts of the call to every merged headers function', async () => {
    const seen: unknown[] = [];
    const request = base
      .with({ headers: (call) => (seen.push(call), {}) })
      .with({ headers: (call) => (seen.push(call), {}) });
    await callOf(request, { context: { user: 1 } });
    expect(seen).toEqual(Array(2).fill({ endpoint: 'request', context: { user: 1 } }));
  });

  it('names the option once when a merged headers function fails', async () => {
    const request = base.with({ headers: () => Promise.reject(new Error('no session')) }).with({});
    const { error } = await callOf(request);
    expect(error!.message).toBe('GET /things was not sent: headers failed: Error: no session');
  });

  it('replaces the baseUrl by a function, and leaves it without one', async () => {
    const fetch = stubFetch();
    const late = base.with({ baseUrl: () => 'https://eu.test' });
    const requests = { late, again: late.with({}), plain: late.with({ baseUrl: 'https://us.test' }) };
    const api = createApi({ baseUrl: BASE, fetch, requests });
    for (const call of [api.late, api.again, api.plain]) await call();
    expect(fetch.requests.map(({ url }) => new URL(url).host)).toEqual(['eu.test', 'eu.test', 'us.test']);
  });

  it('reports an invalid query when it is called', async () => {
    const { error, url } = await callOf(base.with({ query: { a: { b: 1 } } as Untyped }));
    expect(url).toBeUndefined();
    expect(error!.message).toContain('The query param "a" is an Object');
  });
});
