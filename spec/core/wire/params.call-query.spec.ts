import { describe, expect, it } from '@jest/globals';
import { cacheMiddleware, createApi, createGraphQL, Operation, Request } from '../../../lib/index.js';
import { BASE, call, get, post, type Untyped } from '../../support/capture.js';
import { answering, oneEndpoint } from '../../support/one-endpoint.js';
import { refusal } from '../../support/refusal.js';

describe("a call's own query (rules.md#queries)", () => {
  it.each<[string, object | undefined, string]>([
    ['/items', undefined, '/items?debug=1'],
    ['/items', { q: 'a' }, '/items?q=a&debug=1'],
    ['/items?fixed=0', { q: 'a' }, '/items?fixed=0&q=a&debug=1'],
    ['/items?fixed=0', undefined, '/items?fixed=0&debug=1'],
    ['/items/:id', { id: 'a?b', debug: 0 }, '/items/a%3Fb?debug=0&debug=1'],
  ])('stands behind that of the params: %s %j', async (path, params, expected) => {
    const options = { query: { debug: 1 } };
    expect((await get(path, params, { options })).url).toBe(BASE + expected);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const)(
    'goes with a %s',
    async (method) => {
      const sent = await call({ method, path: '/items', options: { query: { debug: true } } });
      expect(sent.url).toBe(`${BASE}/items?debug=true`);
    },
  );

  it('leaves the body alone', async () => {
    const { url, body } = await post('/items', { a: 1 }, { options: { query: { a: 2 } } });
    expect([url, body]).toEqual([`${BASE}/items?a=2`, '{"a":1}']);
  });

  it('stands behind that of the base', async () => {
    const options = { query: { debug: 1 } };
    expect((await get('/items', { q: 'a' }, { baseUrl: `${BASE}?key=k`, options })).url).toBe(
      `${BASE}/items?key=k&q=a&debug=1`,
    );
  });

  it.each<[string, Untyped, string]>([
    ['lists, null and undefined', { a: [1, null, 'x y'], b: null, c: undefined, d: 10n }, '?a=1&a=x+y&d=10'],
    ['a URLSearchParams', new URLSearchParams('a=1&a=é'), '?a=1&a=%C3%A9'],
    ['a Map', new Map([['a', 1]]), '?a=1'],
    ['an empty object', {}, ''],
    ['an empty URLSearchParams', new URLSearchParams(), ''],
    ['null', null, ''],
    ['undefined', undefined, ''],
  ])('takes what params take: %s', async (_kind, query, expected) => {
    expect((await get('/items', {}, { options: { query } })).url).toBe(`${BASE}/items${expected}`);
  });

  it.each<[string, Untyped, string]>([
    ['an object', { a: { b: 1 } }, 'The query param "a" is an Object'],
    ['a Date', { a: new Date(0) }, 'The query param "a" is a Date'],
    ['NaN', { a: NaN }, 'The query param "a" is NaN'],
    ['a list in a list', { a: [[1]] }, 'The query param "a" is an Array'],
    ['text as a whole', 'a=1', 'query is a string: pass an object'],
    ['a list as a whole', [['a', 1]], 'query is an Array: pass an object, or a URLSearchParams.'],
    ['a Set as a whole', new Set(), 'query is a Set'],
    ['a Map with other keys', new Map([[1, 1]]), 'query is a Map with non-string keys'],
    ['a stream', new ReadableStream(), 'query is a ReadableStream'],
    ['a number', 5, 'query is a number'],
  ])('refuses what params refuse: %s', async (_kind, query, message) => {
    expect(refusal(await get('/items', {}, { options: { query } })).body.message).toContain(message);
  });

  it('is read once, when the call is made', async () => {
    let reads = 0;
    const query = { debug: 1 };
    const options = {
      get query() {
        reads += 1;
        return query;
      },
    };
    const fetch = answering();
    const calling = oneEndpoint({ fetch, client: { middleware: [async (_ctx, next) => next()] } }).call(
      {},
      options,
    );
    query.debug = 2;
    await (await calling).retry();
    expect(reads).toBe(1);
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(Array(2).fill('http://api.test/thing?debug=1'));
  });

  it('is an option of a call alone', async () => {
    const given = { query: { debug: 1 } } as object;
    const fetch = answering();
    const api = oneEndpoint({ fetch, client: given, endpoint: given });
    await api.call();
    await api.call({}, {});
    expect(fetch.mock.calls.map(([url]) => url)).toEqual(Array(2).fill('http://api.test/thing'));
  });

  it('tells requests apart for share and caches', async () => {
    for (const setup of [{ endpoint: { share: true } }, { client: { middleware: [cacheMiddleware()] } }]) {
      const fetch = answering();
      const api = oneEndpoint({ fetch, ...setup });
      const asked = [{ query: { a: 1 } }, { query: { a: 2 } }, { query: { a: 1 } }];
      if (setup.endpoint) await Promise.all(asked.map((options) => api.call({}, options)));
      else for (const options of asked) await api.call({}, options);
      expect(fetch).toHaveBeenCalledTimes(2);
    }
  });

  it('goes with a GraphQL operation too', async () => {
    const fetch = answering({ data: { a: 1 } });
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
    ['https://x.test/#', '/:a/:b', { a: 1 }, 'https://x.test/#/1/:b'],
    ['https://x.test/#', '/:a/:b/end', { a: {}, b: '' }, 'https://x.test/#/:a/:b/end'],
    ['https://x.test', '/:a#/:b', { a: 1, b: 2 }, 'https://x.test/1#/2'],
  ])('is shown with its path filled as far as it can be: %s %s', async (baseUrl, path, params, expected) => {
    expect(await urlOf(baseUrl, path, params)).toBe(expected);
  });
});
