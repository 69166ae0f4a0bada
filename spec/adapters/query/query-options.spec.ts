import { describe, expect, it, vi } from 'vitest';
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  skipToken,
} from '@tanstack/react-query';
import { ApiError, createApi, defineRequest } from '../../../lib/index.js';
import { cursorPages, linkPages } from '../../../lib/entries/pagination.js';
import { infiniteQuery, mutation, query, retryTransient } from '../../../lib/entries/query.js';
import { events } from '../../../lib/entries/sse.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { type Fetch, stubFetch } from '../../support/client.js';

interface Page {
  items: number[];
  cursor?: string;
  before?: string;
}

const clientOver = (fetch: Fetch) =>
  createApi({
    name: 'users',
    baseUrl: 'http://api.test',
    fetch,
    requests: {
      getUser: defineRequest<{ name: string }>()({ method: 'GET', path: '/users/:id', dedupe: true }),
      list: defineRequest<Page, { cursor?: string; size?: number }>()({ method: 'GET', path: '/users' }),
      ping: defineRequest()({ method: 'GET', path: '/ping', responseType: 'none' }),
      rename: defineRequest<{ name: string }, { name: string }>()({ method: 'PATCH', path: '/users/:id' }),
      watch: defineRequest()({ method: 'GET', path: '/watch', responseType: events() }),
    },
  });

const pagedOver = (fetch: Fetch) =>
  createApi({
    name: 'users',
    baseUrl: 'http://api.test',
    fetch,
    requests: {
      list: defineRequest<Page, { cursor?: string; size?: number }>()({
        method: 'GET',
        path: '/users',
        pages: cursorPages({ param: 'cursor', next: 'cursor', items: 'items' }),
      }),
      linked: defineRequest<{ results: number[]; next?: string }, { page?: number }>()({
        method: 'GET',
        path: '/linked',
        pages: linkPages({ next: 'next', items: 'results' }),
      }),
      header: defineRequest<number[]>()({ method: 'GET', path: '/header', pages: linkPages() }),
    },
  });

const answering = (...answers: readonly unknown[]) => {
  let at = 0;
  return vi.fn<Fetch>(async () => jsonResponse(answers[Math.min((at += 1), answers.length) - 1]));
};

const urls = (fetch: { mock: { calls: unknown[][] } }): unknown[] => fetch.mock.calls.map(([url]) => url);

const context = { signal: new AbortController().signal };

describe('query', () => {
  it('calls the endpoint, and returns its data', async () => {
    const fetch = answering({ name: 'Ada' });
    const { queryFn } = query(clientOver(fetch).getUser, { id: 1 });
    await expect(queryFn(context)).resolves.toEqual({ name: 'Ada' });
    expect(urls(fetch)).toEqual(['http://api.test/users/1']);
  });

  it('throws the ApiError of a failure', async () => {
    const { queryFn } = query(
      clientOver(async () => jsonResponse({ why: 'gone' }, { status: 404 })).getUser,
      { id: 1 },
    );
    const thrown: unknown = await queryFn(context).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ kind: 'http', status: 404, body: { why: 'gone' } });
  });

  it('returns null if the data is undefined, which a cache rejects', async () => {
    const api = clientOver(async () => new Response(null, { status: 204 }));
    await expect(query(api.ping).queryFn(context)).resolves.toBeNull();
  });

  it('sets only key and function', () => {
    expect(Object.keys(query(clientOver(stubFetch({ held: true })).ping))).toEqual(['queryKey', 'queryFn']);
  });

  it('aborts the request with the signal of the cache', async () => {
    const gone = new AbortController();
    const asking = query(clientOver(stubFetch({ held: true })).getUser, { id: 1 }).queryFn({
      signal: gone.signal,
    });
    gone.abort();
    await expect(asking).rejects.toMatchObject({ kind: 'abort' });
  });

  it("doesn't read the signal with signal: false, so that the cache lets the request continue", async () => {
    const seen = vi.fn();
    const watched = {
      get signal(): AbortSignal {
        seen();
        return context.signal;
      },
    };
    const api = clientOver(answering({ name: 'Ada' }));
    await query(api.getUser, { id: 1 }, { signal: false }).queryFn(watched);
    expect(seen).not.toHaveBeenCalled();
    await query(api.getUser, { id: 1 }).queryFn(watched);
    expect(seen).toHaveBeenCalled();
  });

  it("doesn't abort other calls of an endpoint with dedupe, and is not aborted by them", async () => {
    const api = clientOver(answering({ name: 'Ada' }));
    const both = [1, 2].map((id) => query(api.getUser, { id }).queryFn(context));
    await expect(Promise.all([...both, api.getUser({ id: 3 })])).resolves.toHaveLength(3);
  });

  it('passes skipToken on, under the key without params', () => {
    const waiting = query(clientOver(stubFetch({ held: true })).getUser, skipToken);
    expect(waiting.queryFn).toBe(skipToken);
    expect(waiting.queryKey).toEqual(['users', 'getUser', { params: {} }]);
  });

  it('rejects a streaming endpoint', () => {
    expect(() => query(clientOver(stubFetch({ held: true })).watch as never)).toThrow(
      new TypeError('"watch" returns a stream, which can\'t be cached: use useStream from homing/react.'),
    );
  });

  it('works in a real query client, which shares and caches the result', async () => {
    const fetch = answering({ name: 'Ada' });
    const api = clientOver(fetch);
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const [one, two] = await Promise.all([1, 1].map((id) => queryClient.query(query(api.getUser, { id }))));
    expect(one).toBe(two);
    expect(queryClient.getQueryData(['users', 'getUser', { params: { id: 1 } }])).toEqual({ name: 'Ada' });
    expect(fetch).toHaveBeenCalledTimes(1);
    queryClient.clear();
  });

  it('aborts its request when the last observer of a query client unsubscribes', async () => {
    const fetch = stubFetch({ held: true });
    const queryClient = new QueryClient();
    const leave = new QueryObserver(queryClient, query(clientOver(fetch).getUser, { id: 1 })).subscribe(
      () => {},
    );
    await Promise.resolve();
    const signal = fetch.mock.lastCall?.[1]?.signal;
    expect(signal?.aborted).toBe(false);
    leave();
    expect(signal?.aborted).toBe(true);
    queryClient.clear();
  });
});

describe('infiniteQuery', () => {
  const pages = [{ items: [1], cursor: 'b' }, { items: [2], cursor: 'c', before: 'a' }, { items: [3] }];

  it('requests pages with the params that next returns, merged over the params', async () => {
    const fetch = answering(...pages);
    const options = infiniteQuery(
      clientOver(fetch).list,
      { size: 1 },
      { next: ({ cursor }) => (cursor ? { cursor } : null) },
    );
    const observer = new InfiniteQueryObserver(new QueryClient(), options);
    await observer.refetch();
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
    expect(observer.getCurrentResult().data?.pages).toEqual(pages);
    expect(urls(fetch)).toEqual([
      'http://api.test/users?size=1',
      'http://api.test/users?size=1&cursor=b',
      'http://api.test/users?size=1&cursor=c',
    ]);
  });

  it('passes the page and its params to next', () => {
    const next = vi.fn((_page: Page, _params: object) => null);
    const { getNextPageParam } = infiniteQuery(
      clientOver(stubFetch({ held: true })).list,
      { size: 1 },
      { next },
    );
    getNextPageParam({ items: [] }, [], { cursor: 'b' });
    expect(next).toHaveBeenCalledWith({ items: [] }, { size: 1, cursor: 'b' });
  });

  it('ends if next returns no change', () => {
    const { list } = clientOver(stubFetch({ held: true }));
    const ends = [null, undefined, {}, { cursor: undefined }].map((given) =>
      infiniteQuery(list, {}, { next: () => given as never }).getNextPageParam({ items: [] }, [], {}),
    );
    expect(ends).toEqual([null, null, null, null]);
  });

  it('pages backwards only with previous', () => {
    const { list } = clientOver(stubFetch({ held: true }));
    const next = () => null;
    expect(infiniteQuery(list, {}, { next })).not.toHaveProperty('getPreviousPageParam');
    const back = infiniteQuery(
      list,
      {},
      { next, previous: ({ before }) => (before ? { cursor: before } : undefined) },
    );
    expect(back.getPreviousPageParam?.({ items: [], before: 'a' }, [], {})).toEqual({ cursor: 'a' });
  });

  it('needs no options for an endpoint with pages (rules.md#queries)', async () => {
    const fetch = answering({ items: [1], cursor: 'b' }, { items: [2], cursor: 'c' }, { items: [3] });
    const options = infiniteQuery(pagedOver(fetch).list, { size: 1 });
    const observer = new InfiniteQueryObserver(new QueryClient(), options);
    await observer.refetch();
    while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
    expect(observer.getCurrentResult().data).toEqual({
      pages: [{ items: [1], cursor: 'b' }, { items: [2], cursor: 'c' }, { items: [3] }],
      pageParams: [{}, { cursor: 'b' }, { cursor: 'c' }],
    });
    expect(urls(fetch)).toEqual([
      'http://api.test/users?size=1',
      'http://api.test/users?size=1&cursor=b',
      'http://api.test/users?size=1&cursor=c',
    ]);
  });

  it.each([
    [{ items: 1 }],
    [
      { items: [1], cursor: 'b' },
      { items: [2], cursor: 'b' },
    ],
  ])('is an error of the query for pages that do not fit: %j', async (...answers) => {
    const options = infiniteQuery(pagedOver(answering(...answers)).list, {});
    const observer = new InfiniteQueryObserver(new QueryClient(), { ...options, retry: false });
    await observer.refetch();
    if (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
    const { error, hasNextPage } = observer.getCurrentResult();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ kind: 'network', sent: false });
    expect(hasNextPage).toBe(answers.length > 1);
  });

  it('follows a URL in the data, and rejects a Link header', async () => {
    const fetch = answering({ results: [1], next: 'http://api.test/linked?page=2' }, { results: [2] });
    const { linked, header } = pagedOver(fetch);
    const observer = new InfiniteQueryObserver(new QueryClient(), infiniteQuery(linked, {}));
    await observer.refetch();
    await observer.fetchNextPage();
    expect(observer.getCurrentResult().hasNextPage).toBe(false);
    expect(urls(fetch)).toEqual(['http://api.test/linked', 'http://api.test/linked?page=2']);
    expect(() => infiniteQuery(header, {})).toThrow(
      new TypeError('infiniteQuery: a cache doesn\'t keep the Link header of "header": pass "next".'),
    );
    expect(infiniteQuery(header, {}, { next: () => null }).getNextPageParam([], [], {})).toBeNull();
  });

  it('is rejected without next and pages', () => {
    expect(() => infiniteQuery(clientOver(stubFetch({ held: true })).list, {}, {} as never)).toThrow(
      new TypeError(
        'infiniteQuery: the option next is undefined: pass a function, or set "pages" of the endpoint.',
      ),
    );
  });
});

describe('mutation', () => {
  it('sends its variables, and returns the data', async () => {
    const fetch = answering({ name: 'Eva' });
    const rename = new MutationObserver(new QueryClient(), mutation(clientOver(fetch).rename));
    await expect(rename.mutate({ id: 1, name: 'Eva' })).resolves.toEqual({ name: 'Eva' });
    expect(fetch.mock.lastCall?.[1]?.body).toBe('{"name":"Eva"}');
  });

  it('throws the ApiError of a failure', async () => {
    const { mutationFn } = mutation(clientOver(async () => jsonResponse(null, { status: 500 })).rename);
    await expect(mutationFn({ id: 1, name: 'Eva' })).rejects.toMatchObject({ kind: 'http', status: 500 });
  });
});

describe('retryTransient', () => {
  const errorOf = async (fetch: Fetch, params: object = { id: 1 }): Promise<unknown> =>
    (await clientOver(fetch).getUser(params as never)).error;
  const status =
    (code: number): Fetch =>
    async () =>
      jsonResponse(null, { status: code });

  it.each<[string, Fetch, boolean]>([
    ['a network error', () => Promise.reject(new TypeError('fetch failed')), true],
    ['500', status(500), true],
    ['503', status(503), true],
    ['408', status(408), true],
    ['425', status(425), true],
    ['429', status(429), true],
    ['404', status(404), false],
    ['422', status(422), false],
    ['a response that is not JSON', async () => new Response('<p>'), false],
  ])('decides for %s whether to retry', async (_what, fetch, expected) => {
    expect(retryTransient()(0, await errorOf(fetch))).toBe(expected);
  });

  it('returns false for an unsent request, an abort, and an error that is not an ApiError', async () => {
    expect(retryTransient()(0, await errorOf(stubFetch({ held: true }), {}))).toBe(false);
    expect(retryTransient()(0, new Error('x'))).toBe(false);
    const aborted = await clientOver(stubFetch({ held: true })).getUser(
      { id: 1 },
      { signal: AbortSignal.abort() },
    );
    expect(retryTransient()(0, aborted.error)).toBe(false);
  });

  it('returns true for a timeout', async () => {
    const { error } = await clientOver(stubFetch({ held: true })).getUser({ id: 1 }, { timeout: 50 });
    expect(error?.kind).toBe('timeout');
    expect(retryTransient()(0, error)).toBe(true);
  });

  it.each([
    [2, [true, true, false]],
    [undefined, [true, true, true, false]],
    [0, [false]],
    [NaN, [false]],
  ])('with the limit %s returns true that many times', async (max, expected) => {
    const error = await errorOf(status(500));
    expect(expected.map((_, failures) => retryTransient(max)(failures, error))).toEqual(expected);
  });
});
