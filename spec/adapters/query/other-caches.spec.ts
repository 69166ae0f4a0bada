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
  it('returns a key and a fetcher', async () => {
    const [key, fetcher] = swr(ada.getUser, { id: 1 });
    expect(key).toEqual(['users', 'getUser', { params: { id: 1 } }]);
    await expect(fetcher()).resolves.toEqual({ name: 'Ada' });
  });

  it('waits while the params are null', () => {
    expect(swr(ada.getUser, null)[0]).toBeNull();
  });

  it('returns a fetcher that throws the ApiError', async () => {
    await expect(swr(failing.getUser, { id: 1 })[1]()).rejects.toMatchObject({ kind: 'http', status: 404 });
  });

  it('accepts a scope and a key, like query', () => {
    expect(swr(ada.getUser, { id: 1 }, { scope: 'a', key: 'b' })[0]).toEqual([
      'users',
      'getUser',
      { key: 'b', scope: 'a' },
    ]);
  });
});

describe('queryFnOf', () => {
  it('returns the data, or null for undefined', async () => {
    await expect(queryFnOf(ada.getUser)({ id: 1 }, { signal })).resolves.toEqual({ data: { name: 'Ada' } });
    const empty = clientOver(async () => new Response(null, { status: 204 }));
    await expect(queryFnOf(empty.ping)(undefined, { signal })).resolves.toEqual({ data: null });
  });

  it('returns the error as plain data', async () => {
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

  it("doesn't abort other calls of an endpoint with dedupe, and is not aborted by them", async () => {
    const ask = queryFnOf(ada.getUser);
    const answers = await Promise.all([1, 2].map((id) => ask({ id }, { signal })));
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  it('needs no client name, because the store creates the key', async () => {
    const { getUser } = createApi({
      baseUrl: 'http://api.test',
      fetch: async () => jsonResponse({ name: 'Ada' }),
      requests: { getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id' }) },
    });
    await expect(queryFnOf(getUser)({ id: 1 }, { signal })).resolves.toEqual({ data: { name: 'Ada' } });
  });

  it('rejects a function that is not an endpoint, and a streaming endpoint', () => {
    expect(() => queryFnOf((() => {}) as never)).toThrow('queryFnOf needs an endpoint function');
    expect(() => queryFnOf(ada.watch as never)).toThrow('returns a stream');
  });
});
