import { describe, expect, it } from 'vitest';
import { createApi, defineRequest } from '../../../lib/index.js';
import { queryFnOf, swr } from '../../../lib/entries/query.js';
import { events } from '../../../lib/entries/sse.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { type Fetch, stubFetch } from '../../support/client.js';

const clientOver = (fetch: Fetch) =>
  createApi({
    name: 'users',
    baseUrl: 'http://api.test',
    fetch,
    requests: {
      getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id', dedupe: true }),
      ping: defineRequest()({ method: 'GET', path: '/ping', responseType: 'none' }),
      watch: defineRequest()({ method: 'GET', path: '/watch', responseType: events() }),
    },
  });

const ada = clientOver(async () => jsonResponse({ name: 'Ada' }));
const failing = clientOver(async () => jsonResponse({ why: 'gone' }, { status: 404 }));
const { signal } = new AbortController();

describe('swr', () => {
  it('gives a key, and a fetcher of the data', async () => {
    const [key, fetcher] = swr(ada.getUser, { id: 1 });
    expect(key).toEqual(['users', 'getUser', { params: { id: 1 } }]);
    await expect(fetcher()).resolves.toEqual({ name: 'Ada' });
  });

  it('waits with params of null', () => {
    expect(swr(ada.getUser, null)[0]).toBeNull();
  });

  it('has a fetcher that throws the ApiError', async () => {
    await expect(swr(failing.getUser, { id: 1 })[1]()).rejects.toMatchObject({ kind: 'http', status: 404 });
  });

  it('takes a scope and a key, as query does', () => {
    expect(swr(ada.getUser, { id: 1 }, { scope: 'a', key: 'b' })[0]).toEqual([
      'users',
      'getUser',
      { key: 'b', scope: 'a' },
    ]);
  });
});

describe('queryFnOf', () => {
  it('gives the data, null for undefined', async () => {
    await expect(queryFnOf(ada.getUser)({ id: 1 }, { signal })).resolves.toEqual({ data: { name: 'Ada' } });
    const empty = clientOver(async () => new Response(null, { status: 204 }));
    await expect(queryFnOf(empty.ping)(undefined, { signal })).resolves.toEqual({ data: null });
  });

  it('gives the error as plain data', async () => {
    const { error } = await queryFnOf(failing.getUser)({ id: 1 }, { signal });
    expect(error).toMatchObject({ name: 'ApiError', kind: 'http', status: 404, body: { why: 'gone' } });
    expect(structuredClone(error)).toEqual(error);
  });

  it('aborts the request with the signal of the store', async () => {
    const gone = new AbortController();
    const asking = queryFnOf(clientOver(stubFetch({ held: true })).getUser)(
      { id: 1 },
      { signal: gone.signal },
    );
    gone.abort();
    await expect(asking).resolves.toMatchObject({ error: { kind: 'abort' } });
  });

  it('neither ends other calls of an endpoint with dedupe nor is ended by them', async () => {
    const ask = queryFnOf(ada.getUser);
    const answers = await Promise.all([1, 2].map((id) => ask({ id }, { signal })));
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  it('needs no name, as the store makes the key', async () => {
    const { getUser } = createApi({
      baseUrl: 'http://api.test',
      fetch: async () => jsonResponse({ name: 'Ada' }),
      requests: { getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' }) },
    });
    await expect(queryFnOf(getUser)({ id: 1 }, { signal })).resolves.toEqual({ data: { name: 'Ada' } });
  });

  it('is refused what is no endpoint, and what gives streams', () => {
    expect(() => queryFnOf((() => {}) as never)).toThrow('queryFnOf needs an endpoint function');
    expect(() => queryFnOf(ada.watch as never)).toThrow('returns a stream');
  });
});
