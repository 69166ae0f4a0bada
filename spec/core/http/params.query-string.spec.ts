import { describe, expect, it } from 'vitest';
import { BASE, callOnce, createTestClient, stubFetch, type Untyped } from '../../support/client.js';
import { refusal } from '../../support/refusal.js';
import { cacheMiddleware, createApi, createGraphQL, Operation, Request } from '../../../lib/index.js';
import { later } from '../../support/later.js';

const search = async (params: unknown): Promise<string> =>
  (await callOnce({ params })).url.slice(`${BASE}/items`.length);

describe('a query string (rules.md#queries)', () => {
  it.each<[string, unknown, string]>([
    ['a string', { q: 'ada' }, '?q=ada'],
    ['an empty string', { q: '' }, '?q='],
    ['a boolean', { a: true, b: false }, '?a=true&b=false'],
    ['a bigint', { q: 12345678901234567890n }, '?q=12345678901234567890'],
    ['an array as a repeated key', { q: ['a', 'b', 'a'] }, '?q=a&q=b&q=a'],
    ['an array of mixed elements', { q: ['a', 1, true, 2n] }, '?q=a&q=1&q=true&q=2'],
    ['an empty element', { q: ['', 'a'] }, '?q=&q=a'],
    ['params in their order', { z: 1, a: [2, 3], m: 4 }, '?z=1&a=2&a=3&m=4'],
    ['an empty name', { '': 'x' }, '?=x'],
  ])('contains %s', async (_case, params, expected) => {
    expect(await search(params)).toBe(expected);
  });

  it.each<[string, unknown, string]>([
    ['null', { q: null }, ''],
    ['undefined', { q: undefined }, ''],
    ['an empty array', { q: [] }, ''],
    ['null elements', { q: ['a', null, 'b'] }, '?q=a&q=b'],
    ['an array of null and undefined', { q: [null, undefined] }, ''],
    // eslint-disable-next-line no-sparse-arrays -- a hole is the case
    ['holes of an array', { q: ['a', , 'b'] }, '?q=a&q=b'],
    ['everything when there are no params', {}, ''],
  ])('leaves out %s', async (_case, params, expected) => {
    expect(await search(params)).toBe(expected);
  });
});

describe('an invalid query value (rules.md#queries)', () => {
  const refused: [string, unknown][] = [
    ['an object', { a: 1 }],
    ['a Date', new Date(0)],
    ['a Set', new Set(['a'])],
    ['a URLSearchParams', new URLSearchParams('a=1')],
    ['a boxed string', Object('x')],
    ['a Promise', Promise.resolve('x')],
    ['a symbol', Symbol('x')],
    ['NaN', NaN],
    ['Infinity', Infinity],
  ];

  it.each(refused)('is rejected by name when it is %s, alone or in an array', async (_kind, filter) => {
    expect(refusal(await callOnce({ params: { q: 1, filter } })).body.message).toContain('"filter"');
    expect(refusal(await callOnce({ params: { filter: ['a', filter] } })).body.message).toContain('"filter"');
  });

  it.each([[['a']], [[]]])('is rejected when it is the nested array %j', async (nested) => {
    expect(refusal(await callOnce({ params: { filter: [nested] } })).body.message).toContain('"filter"');
  });

  it("doesn't appear in the message", async () => {
    const { message, body } = refusal(
      await callOnce({ params: { auth: { token: 'hunter2' }, key: 'hunter2' } }),
    );
    expect(message + body.message).not.toContain('hunter2');
  });
});

describe('query names and values (rules.md#queries)', () => {
  const texts = [
    ...['a b', 'a+b', 'a&b', 'a=b', 'a?b', 'a#b', 'a/b', 'a%b', '%20', 'filter[name]', "!'()*~-._", ',;:@$'],
    ...['é', '😀', '\r\n', '\0', '\t', '\\', '"<>`', '{|}^', '\ufeff', '\u2028'],
    ...['\ud800', 'a\udc00b', '\udc00\udc00', '\ud800\ud800\udc00😀\udc00'],
  ];

  it.each(texts)('are encoded as URLSearchParams does: %j', async (text) => {
    const written = String(new URLSearchParams([[text, text]]));
    expect(await search({ [text]: text })).toBe(`?${written}`);
  });
});

describe('the params of a call (rules.md#queries)', () => {
  const params = { a: 1, b: 'x' };
  const [query, body] = ['?a=1&b=x', '{"a":1,"b":"x"}'];

  it.each([
    ['GET', undefined, query, null, null],
    ['DELETE', undefined, query, null, null],
    ['HEAD', undefined, query, null, null],
    ['POST', undefined, '', body, 'application/json'],
    ['PUT', undefined, '', body, 'application/json'],
    ['PATCH', undefined, '', body, 'application/json'],
    ['QUERY', undefined, '', body, 'application/json'],
    ['QUERY', 'query', query, null, null],
    ['GET', 'query', query, null, null],
    ['POST', 'body', '', body, 'application/json'],
    ['POST', 'query', query, null, null],
    ['DELETE', 'body', '', body, 'application/json'],
    ['GET', 'body', '', body, 'application/json'],
  ] as const)(
    'go in the query or the body for a %s with bodyAs %s',
    async (method, bodyAs, expectedQuery, expectedBody, type) => {
      const sent = await callOnce({ method, bodyAs, params });
      expect(sent.url).toBe(`${BASE}/items${expectedQuery}`);
      expect({ body: sent.body, contentType: sent.contentType }).toEqual({
        body: expectedBody,
        contentType: type,
      });
    },
  );
});

describe('params as the whole query (rules.md#queries)', () => {
  it('can be a URLSearchParams, which is sent after fixed query strings', async () => {
    expect(await search(new URLSearchParams('b=2&a=1&a=x y'))).toBe('?b=2&a=1&a=x+y');
    expect(await search(new URLSearchParams())).toBe('');
    const { url } = await callOnce({
      path: '/items?p=1',
      params: new URLSearchParams('c=1'),
      baseUrl: `${BASE}?k=1`,
    });
    expect(url).toBe(`${BASE}/items?k=1&p=1&c=1`);
  });

  it('can be a URLSearchParams in a POST with bodyAs query', async () => {
    const { url, body } = await callOnce({
      method: 'POST',
      params: new URLSearchParams('a=1'),
      bodyAs: 'query',
    });
    expect({ url, body }).toEqual({ url: `${BASE}/items?a=1`, body: null });
  });

  const whole: [string, RegExp, unknown][] = [
    ['a string', /string/i, 'a=1'],
    ['a FormData', /FormData/, new FormData()],
    ['a Blob', /Blob/, new Blob(['x'])],
    ['a Uint8Array', /Uint8Array/, new Uint8Array(2)],
    ['a ReadableStream', /ReadableStream/, new ReadableStream()],
  ];

  it.each(whole)(
    'are rejected as %s in a GET, and in a POST with bodyAs query',
    async (_kind, name, params) => {
      expect(refusal(await callOnce({ params })).body.message).toMatch(name);
      expect(refusal(await callOnce({ method: 'POST', params, bodyAs: 'query' })).body.message).toMatch(name);
    },
  );
});

describe("a call's own query (rules.md#queries)", () => {
  it.each<[string, object | undefined, string]>([
    ['/items', undefined, '/items?debug=1'],
    ['/items', { q: 'a' }, '/items?q=a&debug=1'],
    ['/items?fixed=0', { q: 'a' }, '/items?fixed=0&q=a&debug=1'],
    ['/items?fixed=0', undefined, '/items?fixed=0&debug=1'],
    ['/items/:id', { id: 'a?b', debug: 0 }, '/items/a%3Fb?debug=0'],
    ['/items/:id', { id: 'a', debug: undefined }, '/items/a?debug=1'],
  ])('comes after the query of the params, which win: %s %j', async (path, params, expected) => {
    const options = { query: { debug: 1 } };
    expect((await callOnce({ path, params, options })).url).toBe(BASE + expected);
  });

  it.each(['POST', 'DELETE', 'HEAD'] as const)(
    'is added to a %s, and leaves the body unchanged',
    async (method) => {
      const more = { method, baseUrl: `${BASE}?key=k`, options: { query: { a: 2 } } };
      const { url, body } = await callOnce({
        params: method === 'POST' ? { a: 1 } : {},
        ...more,
      });
      expect([url, body]).toEqual([`${BASE}/items?key=k&a=2`, method === 'POST' ? '{"a":1}' : null]);
    },
  );

  it.each<[string, Untyped, string]>([
    ['arrays, null and undefined', { a: [1, null, 'x y'], b: null, c: undefined, d: 10n }, '?a=1&a=x+y&d=10'],
    ['a URLSearchParams', new URLSearchParams('a=1&a=é'), '?a=1&a=%C3%A9'],
    ['a Map', new Map([['a', 1]]), '?a=1'],
    ['an empty URLSearchParams', new URLSearchParams(), ''],
    ['null', null, ''],
  ])('accepts the same values as params: %s', async (_kind, query, expected) => {
    expect((await callOnce({ params: {}, options: { query } })).url).toBe(`${BASE}/items${expected}`);
  });

  it.each<[string, Untyped, string]>([
    ['an object', { a: { b: 1 } }, 'The query param "a" is an Object'],
    ['a string', 'a=1', 'query is a string: pass an object'],
    ['an array', [['a', 1]], 'query is an Array: pass an object or URLSearchParams.'],
    [
      'a Map with keys that are not strings',
      new Map([[1, 1]]),
      'query is a Map with non-string keys: use string keys or an object.',
    ],
    ['a number', 5, 'query is a number'],
  ])('rejects the same values as params: %s', async (_kind, query, message) => {
    expect(refusal(await callOnce({ params: {}, options: { query } })).body.message).toContain(message);
  });

  it('is read once, when the client and the call are created', async () => {
    const query = { debug: 1 };
    const fetch = stubFetch();
    const given = { query: { other: 1 }, middleware: [later] } as object;
    const calling = createTestClient({ fetch, ...given, endpoint: given }).api.call({}, { query });
    query.debug = 2;
    await (await calling).retry();
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(
      Array(2).fill('http://api.test/things?other=1&debug=1'),
    );
  });

  it('is part of the key for share and caches', async () => {
    for (const setup of [{ endpoint: { share: true } }, { middleware: [cacheMiddleware()] }]) {
      const fetch = stubFetch();
      const { api } = createTestClient({ fetch, ...setup });
      const asked = [{ query: { a: 1 } }, { query: { a: 2 } }, { query: { a: 1 } }];
      if (setup.endpoint) await Promise.all(asked.map((options) => api.call({}, options)));
      else for (const options of asked) await api.call({}, options);
      expect(fetch).toHaveBeenCalledTimes(2);
    }
  });

  it('is added to a GraphQL operation too', async () => {
    const fetch = stubFetch({ data: { data: { a: 1 } } });
    const api = createGraphQL({
      endpoint: 'http://api.test/graphql?key=k',
      fetch,
      operations: { a: new Operation({ operation: '{ a }' }) },
    });
    await api.a({}, { query: { debug: 1 } });
    expect(fetch.mock.lastCall?.[0]).toBe('http://api.test/graphql?key=k&debug=1');
  });
});

describe('a baseUrl or path that can never be sent (rules.md#urls)', () => {
  const urlOf = async (baseUrl: string, path: string, params: object): Promise<string | undefined> => {
    const api = createApi({ baseUrl, requests: { get: new Request<Untyped>({ method: 'GET', path }) } });
    return (await api.get(params)).error?.request.url;
  };

  it.each([
    ['https://x.test/#/app', '/users/:id', { id: 'a b' }, 'https://x.test/#/app/users/a%20b'],
    ['https://x.test/#/app?k=1', '/users/:id?v=2', { id: 7 }, 'https://x.test/#/app/users/7?k=1&v=2'],
    ['https://x.test/#', '/:a/:b', { a: 1 }, 'https://x.test/#/:a/:b'],
    ['https://x.test/#', '/:a/:b/end', { a: {}, b: '' }, 'https://x.test/#/:a/:b/end'],
    ['https://x.test', '/:a#/:b', { a: 1, b: 2 }, 'https://x.test/1#/2'],
  ])('is shown with its path filled as far as possible: %s %s', async (baseUrl, path, params, expected) => {
    expect(await urlOf(baseUrl, path, params)).toBe(expected);
  });
});
