import { describe, expect, it } from '@jest/globals';
import {
  type CallOptions,
  createApi,
  type Middleware,
  Request,
  type RequestConfig,
} from '../../../lib/index.js';
import { jsonResponse } from '../../../lib/testing.js';
import type { Untyped } from '../../support/capture.js';
import { later } from '../../support/later.js';

const bytesOf = (body: BodyInit | null | undefined): Promise<string> => new Response(body).text();

/** A client whose requests are noted as they are sent. */
const noting = (endpoint: Partial<RequestConfig>, middleware: Middleware[] = [later]) => {
  const sent: { url: string; body: string; headers: Record<string, string> }[] = [];
  const api = createApi({
    baseUrl: 'http://api.test',
    middleware,
    fetch: async (url, init) => {
      const headers = Object.fromEntries(new Headers(init.headers));
      sent.push({ url, body: init.body instanceof FormData ? '' : await bytesOf(init.body), headers });
      if (init.body instanceof FormData) sent.at(-1)!.body = init.body.get('q') as string;
      return jsonResponse({});
    },
    requests: { call: new Request<Untyped>({ method: 'POST', path: '/u', ...endpoint }) },
  });
  return { api, sent };
};

const kinds: [string, () => Untyped, (params: Untyped) => unknown][] = [
  ['an object', () => ({ q: 'before' }), (params) => (params.q = 'after')],
  ['what is deeper in an object', () => ({ in: { q: 'before' } }), ({ in: inner }) => (inner.q = 'after')],
  ['a list', () => ['before'], (params) => params.push('after')],
  ['a Map', () => new Map([['q', 'before']]), (params) => params.set('q', 'after')],
];

describe('params are read once, when the call is made', () => {
  it.each(kinds)('%s that changes before the request is sent', async (_what, make, change) => {
    const { api, sent } = noting({});
    const params = make();
    const running = api.call(params);
    change(params);
    await running;
    expect(sent[0]!.body).toContain('before');
    expect(sent[0]!.body).not.toContain('after');
  });

  it.each(kinds)('%s that changes before retry()', async (_what, make, change) => {
    const { api, sent } = noting({}, []);
    const params = make();
    const result = await api.call(params);
    change(params);
    await result.retry();
    await (await result.retry()).retry();
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent).toHaveLength(4);
  });

  it('path and query', async () => {
    const { api, sent } = noting({ method: 'GET', path: '/u/:id' });
    const params = { id: 1, tags: ['a'] };
    const running = api.call(params);
    params.id = 2;
    params.tags.push('b');
    await (await running).retry();
    expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('http://api.test/u/1?tags=a'));
  });

  it('a toJSON that counts is asked once', async () => {
    let asked = 0;
    const { api, sent } = noting({});
    const result = await api.call({ q: { toJSON: () => (asked += 1) } });
    await result.retry();
    expect([asked, sent.map(({ body }) => body)]).toEqual([1, Array(2).fill('{"q":1}')]);
  });

  it('params that were refused stay refused, though they would be fit by now', async () => {
    const { api, sent } = noting({ path: '/u/:id' });
    const params = { id: '' };
    const result = await api.call(params);
    params.id = '1';
    expect((await result.retry()).error?.kind).toBe('network');
    expect(sent).toEqual([]);
  });
});

describe('options are read once, when the call is made', () => {
  it.each<[string, CallOptions, (options: Untyped) => unknown]>([
    ['a record of headers', { headers: { 'x-user': 'a' } }, ({ headers }) => (headers['x-user'] = 'b')],
    ['a Headers', { headers: new Headers({ 'x-user': 'a' }) }, ({ headers }) => headers.set('x-user', 'b')],
    [
      'the options themselves',
      { headers: { 'x-user': 'a' } },
      (options) => (options.headers = { 'x-user': 'b' }),
    ],
    [
      'a list of middleware',
      { headers: { 'x-user': 'a' }, middleware: [] },
      ({ middleware }) => middleware.push(null),
    ],
  ])('%s', async (_what, options, change) => {
    const { api, sent } = noting({});
    const running = api.call({}, options);
    change(options);
    await (await running).retry();
    expect(sent.map(({ headers }) => headers['x-user'])).toEqual(['a', 'a']);
  });
});

describe('a body that is not JSON', () => {
  it.each<[string, () => Untyped]>([
    ['bytes', () => new Uint8Array(8)],
    ['search params', () => new URLSearchParams('q=a')],
    ['a form', () => new FormData()],
  ])("is the caller's own object each time: %s", async (_what, make) => {
    const bodies: unknown[] = [];
    const api = createApi({
      baseUrl: 'http://api.test',
      fetch: async (_url, { body }) => {
        bodies.push(body);
        return jsonResponse({});
      },
      requests: { call: new Request<Untyped>({ method: 'POST', path: '/u' }) },
    });
    const params = make();
    await (await api.call(params)).retry();
    expect(bodies).toHaveLength(2);
    expect(bodies.every((body) => body === params)).toBe(true);
  });
});

describe('fetch options', () => {
  it('are read one level deep: what is in a member is the object that it is', async () => {
    const next = { tags: ['ada'] };
    const fetchOptions = { next, cache: 'no-store' };
    const sent: Untyped[] = [];
    const api = createApi({
      baseUrl: 'http://api.test',
      middleware: [later],
      fetch: async (_url, init) => {
        sent.push(init);
        return jsonResponse({});
      },
      requests: { call: new Request<Untyped>({ method: 'GET', path: '/u' }) },
    });
    const running = api.call({}, { fetchOptions: fetchOptions as RequestInit });
    fetchOptions.cache = 'reload';
    await (await running).retry();
    expect(sent.map(({ cache }) => cache)).toEqual(['no-store', 'no-store']);
    expect(sent.every((init) => init.next === next)).toBe(true);
  });
});
