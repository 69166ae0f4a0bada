import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createApi,
  defineRequest,
  type Middleware,
  Request,
  type RequestConfig,
  type RequestOptions,
} from '../../../lib/index.js';
import { jsonResponse, mockFetch } from '../../../lib/entries/testing.js';

const first: Middleware = (_ctx, next) => next();
const then: Middleware = (_ctx, next) => next();

const config: RequestConfig = {
  method: 'GET',
  path: '/users/:id',
  headers: { 'X-A': '1', 'x-b': '1' },
  fetchOptions: { cache: 'no-store', mode: 'cors' },
  context: { user: 'ada', tenant: 'north' },
  middleware: [first],
  timeout: 100,
  schema: z.object({ id: z.number() }),
};

describe('Request.with', () => {
  const request = new Request(config);

  it('returns a new Request, and leaves the original unchanged', () => {
    const before = { ...config };
    const other = request.with({ timeout: 5, share: true });
    expect(other).toBeInstanceOf(Request);
    expect(other).not.toBe(request);
    expect(other.config).toMatchObject({ ...before, headers: { 'x-a': '1' }, timeout: 5, share: true });
    expect(request.config).toEqual(before);
  });

  it('merges options like the levels of a client', () => {
    const { config: merged } = request.with({
      headers: { 'x-a': '2', 'X-C': '3', 'x-b': undefined },
      fetchOptions: { cache: 'reload', mode: undefined },
      context: { user: 'ben' } as never,
      middleware: [then],
    });
    expect(merged.headers).toMatchObject({ 'x-a': '2', 'x-b': '1', 'x-c': '3' });
    expect({ ...merged.fetchOptions }).toEqual({ cache: 'reload', mode: 'cors' });
    expect({ ...merged.context }).toEqual({ user: 'ben', tenant: 'north' });
    expect(merged.middleware).toEqual([first, then]);
  });

  it('keeps the value of an option that is undefined', () => {
    const options = Object.fromEntries(Object.keys(config).map((name) => [name, undefined]));
    expect({ ...request.with(options as RequestOptions).config }).toEqual({
      ...config,
      headers: expect.objectContaining({ 'x-b': '1' }),
      query: {},
    });
  });

  it('removes the schema together with its responseType, unless a new schema is passed', () => {
    const other = z.string();
    expect(request.with({ responseType: 'text' }).config.schema).toBeUndefined();
    expect(request.with({ responseType: 'text', schema: other }).config.schema).toBe(other);
    expect(request.with({ schema: other }).config).toMatchObject({ schema: other });
  });

  it('reads own properties only', () => {
    const inherited = Object.create({ timeout: 1, responseType: 'text' }) as object;
    expect(request.with(inherited).config).toMatchObject({ timeout: 100, schema: config.schema });
  });

  it.each<[string, object]>([
    ['before', { headers: { 'b d': '1' } }],
    ['after', { headers: { a: '1' } }],
  ])('lets the call report a header that was invalid %s with()', async (when, own) => {
    const bad = { 'b d': '1' };
    const { fetch } = mockFetch({});
    const given = new Request({ method: 'GET', path: '/', ...own }).with({
      headers: when === 'after' ? bad : { a: '2' },
    });
    const { error } = await createApi({ baseUrl: '', fetch, requests: { given } }).given();
    expect(error?.message).toContain('The header "b d" is a string: pass a valid header name');
  });

  it('returns a Request that is called like any other', async () => {
    const get = defineRequest<{ id: number }>()({ method: 'GET', path: '/users/:id', headers: { a: '1' } });
    const stub = mockFetch({ 'GET /users/:id': () => jsonResponse({ id: 7 }) });
    const requests = { get, group: { text: get.with({ responseType: 'text', headers: { b: '2' } }) } };
    const api = createApi({ baseUrl: 'http://a.test', fetch: stub.fetch, requests });
    expect((await api.get({ id: 7 })).data).toEqual({ id: 7 });
    expect((await api.group.text({ id: 7 })).data).toBe('{"id":7}');
    expect(Object.fromEntries(stub.lastCall('GET /users/:id')?.headers ?? [])).toMatchObject({
      a: '1',
      b: '2',
    });
  });
});
