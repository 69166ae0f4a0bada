// Tests how TanStack Query's cache handles a query, a signal and an error.
import assert from 'node:assert/strict';
import {
  dehydrate,
  hydrate,
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  skipToken,
} from '@tanstack/react-query';
import { ApiError } from 'homing';
import { infiniteQuery, mutation, query, queryKey, retryTransient } from 'homing/query';
import { front, hold, until } from '../rules.mjs';
import { startServer } from '../server.mjs';
import { clientOf } from './api.mjs';

const server = await startServer();
const api = clientOf(server.url);
const caches = [];

/** Each rule has its own cache. */
const cacheOf = (queries = { retry: false }) => {
  const cache = new QueryClient({ defaultOptions: { queries } });
  caches.push(cache);
  return cache;
};

const thrown = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

const onTheWire = (cache) => JSON.parse(JSON.stringify(cache));

await hold(front('@tanstack/react-query'), {
  'a query is asked once for all who want it, under the key of client, endpoint and params': async () => {
    const cache = cacheOf();
    const asked = query(api.getUser, { id: 1 });
    const both = await Promise.all([
      cache.fetchQuery(asked),
      cache.fetchQuery(query(api.getUser, { id: 1 })),
    ]);
    assert.deepEqual(both, [
      { id: 1, name: 'user 1' },
      { id: 1, name: 'user 1' },
    ]);
    assert.deepEqual(server.seen(), ['GET /users/1']);
    assert.deepEqual(asked.queryKey, ['users', 'getUser', { params: { id: 1 } }]);
    assert.equal(cache.getQueryData(queryKey(api.getUser, { id: 1 })).name, 'user 1');
  },

  'members in another order are the same query': async () => {
    const cache = cacheOf({ staleTime: Infinity });
    await cache.fetchQuery(query(api.rename, { id: 1, a: { b: 2, c: 3 } }));
    await cache.fetchQuery(query(api.rename, { a: { c: 3, b: 2 }, id: 1 }));
    assert.equal(server.seen().length, 1);
  },

  'queries of an endpoint with dedupe end neither each other nor other calls': async () => {
    const cache = cacheOf();
    const call = api.latest({ id: 'call' });
    const outcomes = [1, 2].map((id) =>
      cache.fetchQuery(query(api.latest, { id })).catch((error) => error.kind),
    );
    await server.arrived(3);
    assert.deepEqual(server.dropped(), []);
    // A call with dedupe aborts the first call, but no query.
    const newer = api.latest({ id: 'newer' });
    assert.equal((await call).error.kind, 'abort');
    await server.arrived(4);
    await server.left(1);
    assert.deepEqual(server.dropped(), ['GET /slow/call']);
    assert.equal(cache.isFetching(), 2);
    await cache.cancelQueries();
    await server.left(2);
    assert.deepEqual(server.dropped().sort(), ['GET /slow/1', 'GET /slow/2']);
    const last = api.latest({ id: 'last' });
    assert.equal((await newer).error.kind, 'abort');
    await server.arrived(5);
    last.catch(() => undefined);
    await Promise.all(outcomes);
    server.seen();
  },

  'a query without observers is aborted at the server': async () => {
    const cache = cacheOf();
    const leave = new QueryObserver(cache, query(api.slow, { id: 1 })).subscribe(() => undefined);
    await server.arrived(1);
    server.dropped();
    leave();
    await server.left(1);
    assert.deepEqual(server.dropped(), ['GET /slow/1']);
    assert.equal(cache.getQueryState(queryKey(api.slow, { id: 1 })).fetchStatus, 'idle');
    server.seen();
  },

  'signal: false lets it go on': async () => {
    const cache = cacheOf();
    const leave = new QueryObserver(cache, query(api.slow, { id: 2 }, { signal: false })).subscribe(
      () => undefined,
    );
    await server.arrived(1);
    leave();
    await cache.fetchQuery(query(api.getUser, { id: 2 }));
    assert.deepEqual(server.dropped(), []);
    assert.equal(cache.getQueryState(queryKey(api.slow, { id: 2 })).fetchStatus, 'fetching');
    server.seen();
  },

  'undefined becomes null': async () => {
    assert.equal(await cacheOf().fetchQuery(query(api.clear)), null);
    server.seen();
  },

  'it fails with the ApiError': async () => {
    const error = await thrown(cacheOf().fetchQuery(query(api.getUser, { id: 404 })));
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.kind, error.status, error.body], ['http', 404, { missing: '404' }]);
    server.seen();
  },

  'retryable asks again after 5xx, 408, 429 and lost connections, and so often': async () => {
    const cache = cacheOf({ retry: retryTransient(2), retryDelay: 0 });
    const asked = async (id) => {
      await thrown(cache.fetchQuery(query(api.getUser, { id })));
      return server.seen().length;
    };
    assert.equal(await asked(503), 3);
    assert.equal(await asked(408), 3);
    assert.equal(await asked(429), 3);
    assert.equal(await asked(404), 1);
    assert.equal(await asked(''), 0);
    let lost = 0;
    const fetch = () => Promise.reject(new TypeError(`lost ${(lost += 1)}`));
    await thrown(cache.fetchQuery(query(clientOf(server.url, { fetch }).getUser, { id: 'lost' })));
    assert.equal(lost, 3);
  },

  'no retry is set': () => {
    const { retry, ...all } = query(api.getUser, { id: 1 });
    assert.equal(retry, undefined);
    assert.deepEqual(Object.keys(all), ['queryKey', 'queryFn']);
  },

  'data that a server has dehydrated are there for a client with another baseUrl': async () => {
    const onServer = cacheOf();
    await onServer.prefetchQuery(query(clientOf(server.url).getUser, { id: 3 }));
    server.seen();
    const inPage = cacheOf({ staleTime: Infinity });
    hydrate(inPage, onTheWire(dehydrate(onServer)));
    const { data } = new QueryObserver(
      inPage,
      query(clientOf('https://other.example.com').getUser, { id: 3 }),
    ).getCurrentResult();
    assert.equal(data.name, 'user 3');
    assert.deepEqual(server.seen(), []);
  },

  "a pending query that fails after it was dehydrated rejects with Error('redacted')": async () => {
    const onServer = new QueryClient({
      defaultOptions: { dehydrate: { shouldDehydrateQuery: () => true }, queries: { retry: false } },
    });
    void onServer.prefetchQuery(query(api.getUser, { id: 503 }));
    const { queries } = dehydrate(onServer);
    const error = await thrown(queries[0].promise);
    assert.equal(error.message, 'redacted');
    assert.ok(!(error instanceof ApiError));
    server.seen();
  },

  'a failed query that is dehydrated shows what toJSON shows': async () => {
    const secret = clientOf(server.url, { headers: { authorization: 'Bearer secret' } });
    const onServer = cacheOf();
    await thrown(onServer.fetchQuery(query(secret.getUser, { id: 404 })));
    const text = JSON.stringify(dehydrate(onServer, { shouldDehydrateQuery: () => true }));
    assert.ok(text.includes('"status":404'));
    assert.ok(!text.includes('secret'));
    server.seen();
  },

  'skipToken waits': async () => {
    const cache = cacheOf();
    const observer = new QueryObserver(cache, query(api.getUser, skipToken));
    const leave = observer.subscribe(() => undefined);
    assert.equal(observer.getCurrentResult().fetchStatus, 'idle');
    observer.setOptions(query(api.getUser, { id: 4 }));
    await until(() => observer.getCurrentResult().isSuccess);
    leave();
    assert.deepEqual(server.seen(), ['GET /users/4']);
  },

  'pages follow each other in both directions, no more than maxPages': async () => {
    const cache = cacheOf();
    const pages = infiniteQuery(
      api.list,
      { size: 1 },
      {
        next: ({ after }) => (after === undefined ? null : { cursor: after }),
        previous: ({ before }) => (before === undefined ? undefined : { cursor: before }),
      },
    );
    const observer = new InfiniteQueryObserver(cache, { ...pages, maxPages: 2 });
    const leave = observer.subscribe(() => undefined);
    const items = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.items);
    await until(() => items());
    await observer.fetchNextPage();
    assert.deepEqual(items(), ['item 3', 'item 4']);
    await observer.fetchNextPage();
    assert.deepEqual(items(), ['item 4', 'item 5']);
    await observer.fetchPreviousPage();
    assert.deepEqual(items(), ['item 3', 'item 4']);
    assert.deepEqual(server.seen(), [
      'GET /list?size=1',
      'GET /list?size=1&cursor=4',
      'GET /list?size=1&cursor=5',
      'GET /list?size=1&cursor=3',
    ]);
    await observer.fetchNextPage();
    await observer.fetchNextPage();
    assert.equal(observer.getCurrentResult().hasNextPage, false);
    server.seen();
    // All cached pages are requested again, from the first one.
    await observer.refetch();
    assert.deepEqual(server.seen(), ['GET /list?size=1&cursor=5', 'GET /list?size=1&cursor=6']);
    leave();
  },

  'an infinite query keeps its pages apart from the plain one': async () => {
    const cache = cacheOf();
    const next = () => null;
    await cache.fetchInfiniteQuery(infiniteQuery(api.list, {}, { next }));
    await cache.fetchQuery(query(api.list));
    assert.equal(cache.getQueryCache().getAll().length, 2);
    assert.deepEqual(server.seen(), ['GET /list', 'GET /list']);
    await cache.invalidateQueries({ queryKey: queryKey(api.list) });
    assert.ok(
      cache
        .getQueryCache()
        .getAll()
        .every(({ state }) => state.isInvalidated),
    );
  },

  'a mutation sends what it is called with': async () => {
    const cache = cacheOf();
    const observer = new MutationObserver(cache, mutation(api.rename));
    assert.deepEqual(await observer.mutate({ id: 7, name: 'Grace' }), { id: 7, name: 'user 7' });
    assert.equal(await new MutationObserver(cache, mutation(api.clear)).mutate(), null);
    const error = await thrown(observer.mutate({ id: 404, name: 'Grace' }));
    assert.equal(error.status, 404);
    assert.deepEqual(server.seen(), ['PUT /users/7', 'DELETE /users', 'PUT /users/404']);
    assert.equal(cache.getMutationCache().findAll({ mutationKey: queryKey(api.rename) }).length, 2);
  },

  'what is invalidated is asked for again, by endpoint, by params and by whose it is': async () => {
    const cache = cacheOf({ staleTime: Infinity });
    const of7 = api.withHeaders({ authorization: 'Bearer 7' });
    const all = [
      query(api.getUser, { id: 1 }),
      query(api.getUser, { id: 2 }),
      query(of7.getUser, { id: 1 }, { scope: 'user-7' }),
      query(api.find),
    ];
    const leave = all.map((asked) => new QueryObserver(cache, asked).subscribe(() => undefined));
    await server.arrived(4);
    await until(() => cache.isFetching() === 0);
    server.seen();
    await cache.invalidateQueries({ queryKey: queryKey(api.getUser) });
    assert.deepEqual(server.seen().sort(), ['GET /users/1', 'GET /users/1', 'GET /users/2']);
    await cache.invalidateQueries({ queryKey: queryKey(api.getUser, { id: 2 }) });
    assert.deepEqual(server.seen(), ['GET /users/2']);
    await cache.invalidateQueries({ queryKey: queryKey(of7.getUser, undefined, { scope: 'user-7' }) });
    assert.deepEqual(server.seen(), ['GET /users/1']);
    leave.forEach((stop) => stop());
  },
});
for (const cache of caches) cache.clear();
server.close();
