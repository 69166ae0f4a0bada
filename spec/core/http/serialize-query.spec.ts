import { describe, expect, it, vi } from 'vitest';
import { placed } from '../../../lib/entries/openapi.js';
import {
  BASE,
  callOnce,
  type CallOnceOptions,
  createTestClient,
  type Untyped,
} from '../../support/client.js';
import { refusal, unsent } from '../../support/refusal.js';

type Serialize = (params: Record<string, unknown>) => string;

/** The URL of `GET /items` with the query that the function returns. */
const urlWith = async (query: string, more: CallOnceOptions = {}): Promise<string> =>
  (await callOnce({ params: { a: 1 }, serializeQuery: () => query, ...more })).url.slice(BASE.length);

/** Writes arrays with brackets, nested objects with their paths, and Dates as ISO 8601. */
const bracketed = (value: unknown, name = ''): string[] => {
  if (value instanceof Date) return [`${name}=${encodeURIComponent(value.toISOString())}`];
  if (Array.isArray(value)) return value.flatMap((each) => bracketed(each, `${name}[]`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, each]) => bracketed(each, name ? `${name}[${key}]` : key));
  return [`${name}=${encodeURIComponent(String(value))}`];
};
const withBrackets: Serialize = (params) => bracketed(params).join('&');

describe('serializeQuery', () => {
  it.each<[string, Untyped, string]>([
    ['arrays with brackets', { a: [1, 2] }, '?a[]=1&a[]=2'],
    [
      'nested objects',
      { filter: { price: { min: 1 }, tags: ['x y'] } },
      '?filter[price][min]=1&filter[tags][]=x%20y',
    ],
    ['a Date', { since: new Date(0) }, '?since=1970-01-01T00%3A00%3A00.000Z'],
    ['nested arrays of objects', { a: [[{ b: 1 }]] }, '?a[][][b]=1'],
  ])('can write %s', async (_kind, params, expected) => {
    for (const once of [{ serializeQuery: withBrackets }, { client: { serializeQuery: withBrackets } }]) {
      const { url } = await callOnce({ params, ...once });
      expect(url).toBe(`${BASE}/items${expected}`);
    }
  });

  it('receives the values of the query params as they were passed', async () => {
    const serializeQuery = vi.fn<Serialize>(() => '');
    const params = { date: new Date(0), set: new Set([1]), list: [1, null], object: { a: 1 }, none: null };
    await callOnce({ params, serializeQuery });
    expect(serializeQuery).toHaveBeenCalledTimes(1);
    const [given] = serializeQuery.mock.lastCall!;
    expect(given).toEqual(params);
    for (const [name, value] of Object.entries(params)) expect(given[name]).toBe(value);
  });

  it("doesn't receive path params", async () => {
    const serializeQuery = vi.fn<Serialize>(() => 'x=1');
    const { url } = await callOnce({ path: '/items/:id', params: { id: 7, a: 1 }, serializeQuery });
    expect(serializeQuery.mock.calls).toEqual([[{ a: 1 }]]);
    expect(url).toBe(`${BASE}/items/7?x=1`);
  });

  it('receives the entries of a Map', async () => {
    const serializeQuery = vi.fn<Serialize>(() => '');
    await callOnce({ params: new Map([['a', 1]]), serializeQuery });
    expect(serializeQuery.mock.calls).toEqual([[{ a: 1 }]]);
  });

  it("can't change the params of the caller", async () => {
    const params = { a: 1, b: 2 };
    const serializeQuery: Serialize = (given) => {
      delete given.a;
      return withBrackets(given);
    };
    expect((await callOnce({ params, serializeQuery })).url).toBe(`${BASE}/items?b=2`);
    expect(params).toEqual({ a: 1, b: 2 });
  });

  it.each<[string, CallOnceOptions]>([
    ['no params', {}],
    ['empty params', { params: {} }],
    ['only undefined params', { params: { a: undefined } }],
    ['only path params', { path: '/items/:id', params: { id: 1 } }],
    ['params in a body', { method: 'POST', params: { a: 1 } }],
    ['params with bodyAs body', { method: 'DELETE', bodyAs: 'body', params: { a: 1 } }],
  ])("isn't called for %s", async (_kind, once) => {
    const serializeQuery = vi.fn<Serialize>(() => 'x=1');
    const { url } = await callOnce({ ...once, serializeQuery });
    expect(serializeQuery).not.toHaveBeenCalled();
    expect(url).not.toContain('?');
  });

  it.each<[string, CallOnceOptions]>([
    ['a POST with bodyAs query', { method: 'POST', bodyAs: 'query' }],
    ['a DELETE', { method: 'DELETE' }],
    ['a HEAD', { method: 'HEAD' }],
  ])('is called for %s', async (_kind, once) => {
    const { url, body } = await callOnce({ params: { a: [1] }, serializeQuery: withBrackets, ...once });
    expect([url, body]).toEqual([`${BASE}/items?a[]=1`, null]);
  });

  it('is skipped by params that are a URLSearchParams', async () => {
    const serializeQuery = vi.fn<Serialize>(() => 'x=1');
    const { url } = await callOnce({ params: new URLSearchParams('a=1&a=2'), serializeQuery });
    expect(url).toBe(`${BASE}/items?a=1&a=2`);
    expect(serializeQuery).not.toHaveBeenCalled();
  });

  it('is skipped by the query of a level', async () => {
    const serializeQuery = vi.fn<Serialize>(() => 'x=1');
    const { url } = await callOnce({ serializeQuery, options: { query: { a: [1, 2] } } });
    expect(url).toBe(`${BASE}/items?a=1&a=2`);
    expect(serializeQuery).not.toHaveBeenCalled();
  });

  it("of the endpoint wins over the client's", async () => {
    const ofClient = vi.fn<Serialize>(() => 'client');
    const client = { serializeQuery: ofClient };
    expect(await urlWith('endpoint', { client })).toBe('/items?endpoint');
    expect(ofClient).not.toHaveBeenCalled();
  });

  it('of the client counts for an endpoint whose function is undefined', async () => {
    const client = { serializeQuery: () => 'client' };
    expect((await callOnce({ params: { a: 1 }, client, serializeQuery: undefined })).url).toBe(
      `${BASE}/items?client`,
    );
  });

  it('runs once for a call and its retry()', async () => {
    const serializeQuery = vi.fn<Serialize>(withBrackets);
    const { result, requests } = await callOnce({ params: { a: 1 }, serializeQuery });
    await result.retry();
    expect(requests.map(({ url }) => url)).toEqual(Array(2).fill(`${BASE}/items?a=1`));
    expect(serializeQuery).toHaveBeenCalledTimes(1);
  });
});

describe('the return value of serializeQuery', () => {
  it.each([
    ['?a=1', '?a=1'],
    ['a=1', '?a=1'],
    ['', ''],
    ['?', ''],
    ['??a', '??a'],
    ['a=1&a=2', '?a=1&a=2'],
    ['a=b?c', '?a=b?c'],
    ['a=%20+é', '?a=%20+é'],
  ])('is sent unchanged, without a leading question mark: %j', async (query, expected) => {
    expect(await urlWith(query)).toBe(`/items${expected}`);
  });

  it.each([
    ['a=#b', '?a=%23b'],
    ['#', '?%23'],
    ['a=1\r\nb=2', '?a=1%0D%0Ab=2'],
    ['a=\tb', '?a=%09b'],
    ['a=\0b\x7f', '?a=%00b%7F'],
  ])('is sent with characters encoded that a URL would lose: %j', async (query, expected) => {
    expect(await urlWith(query)).toBe(`/items${expected}`);
  });

  it('comes between the query of baseUrl and path, and the query of the levels', async () => {
    const more = { baseUrl: `${BASE}?b=1`, path: '/items?p=2', options: { query: { q: 4 } } };
    expect(await urlWith('?s=3', more)).toBe('/items?b=1&p=2&s=3&q=4');
  });

  it.each<[string, unknown, string]>([
    ['a number', 5, 'a number'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a promise', Promise.resolve('a=1'), 'a Promise'],
    ['a URLSearchParams', new URLSearchParams('a=1'), 'a URLSearchParams'],
  ])('makes a network error when it is %s', async (_kind, value, described) => {
    const { body } = refusal(await callOnce({ params: { a: 1 }, serializeQuery: () => value as string }));
    expect(body.message).toContain(`The return value of serializeQuery is ${described}: pass a string.`);
  });

  it('leaves no unhandled rejection when it is a promise that rejects', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const serializeQuery = (async () => Promise.reject(new Error('late'))) as Untyped;
    refusal(await callOnce({ params: { a: 1 }, serializeQuery }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('a serializeQuery that throws', () => {
  it('makes a network error that names it and keeps the cause', async () => {
    const thrown = new RangeError('too deep');
    const error = unsent(
      await callOnce({
        params: { a: 'hunter2' },
        serializeQuery: () => {
          throw thrown;
        },
      }),
    );
    expect(error.message).toContain('serializeQuery failed: RangeError: too deep');
    expect(error.message).not.toContain('hunter2');
    expect((error.body as Error).cause).toBe(thrown);
  });

  it('is called again for another call', async () => {
    const serializeQuery = vi
      .fn<Serialize>(() => 'b=2')
      .mockImplementationOnce(() => {
        throw new Error('once');
      });
    const { api, requests } = createTestClient({ serializeQuery });
    expect((await api.call({ a: 1 })).error?.kind).toBe('network');
    expect((await api.call({ a: 1 })).error).toBeNull();
    expect(requests.map(({ url }) => url)).toEqual([`${BASE}/things?b=2`]);
  });
});

describe('an endpoint with place', () => {
  const place = placed<Untyped>((params) => ({ query: params as Record<string, string> }));

  it('throws with its own serializeQuery when the client is created', () => {
    expect(() => createTestClient({ endpoint: { place, serializeQuery: () => '' } })).toThrow(
      '"call" has both place and serializeQuery: remove one.',
    );
  });

  it("ignores the client's serializeQuery", async () => {
    const serializeQuery = vi.fn<Serialize>(() => 'x=1');
    const { url } = await callOnce({ params: { a: [1, 2] }, place, client: { serializeQuery } });
    expect(url).toBe(`${BASE}/items?a=1&a=2`);
    expect(serializeQuery).not.toHaveBeenCalled();
  });
});
