// Tests queries in each version of React, with and without StrictMode. It is bundled once per version.
import assert from 'node:assert/strict';
import {
  dehydrate,
  hydrate,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query';
import { query, swr } from 'homing/query';
import { useCall } from 'homing/react';
import { JSDOM } from 'jsdom';
import { createElement as h, Fragment, StrictMode, Suspense, version } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import useSWR, { SWRConfig, useSWRConfig } from 'swr';
import { hold, until } from '../rules.mjs';
import { startServer } from '../server.mjs';
import { clientOf } from './api.mjs';

const { window } = new JSDOM('<!doctype html><div id="root"></div>', { url: 'http://localhost/' });

const server = await startServer();
const api = clientOf(server.url);
const cacheOf = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });

/** Renders an element into a page. Returns functions that read its text and unmount it. */
const mount = (element, mode = StrictMode) => {
  const container = window.document.createElement('div');
  const root = createRoot(container);
  const show = (other) => root.render(h(mode, null, other));
  show(element);
  return {
    show,
    shows: (text) => until(() => container.textContent === text, text),
    leave: () => root.unmount(),
  };
};

const within = (cache, ...children) => h(QueryClientProvider, { client: cache }, ...children);
const nameOf = ({ data, error }) => data?.name ?? (error ? String(error.status) : 'waiting');

const ByQuery = ({ client = api, id, options }) => nameOf(useQuery(query(client.getUser, { id }, options)));
const Suspended = ({ id }) => useSuspenseQuery(query(api.getUser, { id })).data.name;
const Slow = ({ id }) => nameOf(useQuery(query(api.slow, { id })));
const BySwr = ({ id }) =>
  nameOf(
    useSWR(...swr(api.getUser, id === undefined ? null : { id }), {
      dedupingInterval: 5000,
      shouldRetryOnError: false,
    }),
  );
const ByCall = ({ id }) => nameOf(useCall(api.getUser, { id }));

const swrOwn = (...children) => h(SWRConfig, { value: { provider: () => new Map() } }, ...children);

let rendered;

await hold(`react ${version} on a server`, {
  'nothing is sent while a query or a call is rendered to a string': async () => {
    assert.equal(renderToString(within(cacheOf(), h(ByQuery, { id: 4 }))), 'waiting');
    assert.equal(renderToString(h(ByCall, { id: 4 })), 'waiting');
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(server.seen(), []);
  },

  'what was prefetched is rendered, and dehydrated': async () => {
    const cache = cacheOf();
    await cache.prefetchQuery(query(api.getUser, { id: 3 }));
    const html = renderToString(within(cache, h(ByQuery, { id: 3 })));
    assert.equal(html, 'user 3');
    assert.deepEqual(server.seen(), ['GET /users/3']);
    rendered = { html, state: JSON.parse(JSON.stringify(dehydrate(cache))) };
  },
});

Object.assign(globalThis, { window, document: window.document });
await hold(`react ${version} in a page`, {
  'two components make one request of a query': async () => {
    const page = mount(within(cacheOf(), h(ByQuery, { id: 1 }), h(ByQuery, { id: 1 })), Fragment);
    await page.shows('user 1user 1');
    page.leave();
    assert.deepEqual(server.seen(), ['GET /users/1']);
  },

  // StrictMode mounts, unmounts and mounts again. TanStack Query cancels queries that read its signal.
  'StrictMode has one more, called off, unless with signal: false': async () => {
    const page = mount(within(cacheOf(), h(Slow, { id: 1 })));
    await server.arrived(2);
    await server.left(1);
    page.leave();
    await server.left(2);
    assert.deepEqual(server.dropped(), ['GET /slow/1', 'GET /slow/1']);
    server.seen();
    const other = mount(within(cacheOf(), h(ByQuery, { id: 1, options: { signal: false } })));
    await other.shows('user 1');
    other.leave();
    assert.deepEqual(server.seen(), ['GET /users/1']);
  },

  'a query of a component that goes ends at the server': async () => {
    const page = mount(within(cacheOf(), h(Slow, { id: 1 })), Fragment);
    await server.arrived(1);
    page.leave();
    await server.left(1);
    assert.deepEqual([server.seen(), server.dropped()], [['GET /slow/1'], ['GET /slow/1']]);
  },

  'a suspense query waits, and shows its error where one is caught': async () => {
    const page = mount(within(cacheOf(), h(Suspense, { fallback: 'soon' }, h(Suspended, { id: 2 }))));
    await page.shows('user 2');
    page.leave();
    server.seen();
  },

  'what a server has rendered and dehydrated is shown without a request, at another baseUrl': async () => {
    const { html, state } = rendered;
    const container = window.document.createElement('div');
    container.innerHTML = html;
    const complaints = [];
    const inPage = cacheOf();
    hydrate(inPage, state);
    const client = clientOf('https://other.example.com');
    const tree = within(inPage, h(HydrationBoundary, { state }, h(ByQuery, { id: 3, client })));
    const root = hydrateRoot(container, tree, { onRecoverableError: (error) => complaints.push(error) });
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(container.textContent, 'user 3');
    assert.deepEqual(complaints, []);
    assert.deepEqual(server.seen(), []);
    root.unmount();
  },

  'SWR waits for params that are null, and asks once for equal ones': async () => {
    const page = mount(swrOwn(h(BySwr, {}), h(BySwr, {})));
    await page.shows('waitingwaiting');
    assert.deepEqual(server.seen(), []);
    page.show(swrOwn(h(BySwr, { id: 5 }), h(BySwr, { id: 5 })));
    await page.shows('user 5user 5');
    page.leave();
    assert.deepEqual(server.seen(), ['GET /users/5']);
  },

  'SWR fails with the ApiError, and is invalidated by its key': async () => {
    let mutate;
    const Mutator = () => ((mutate = useSWRConfig().mutate), null);
    const page = mount(swrOwn(h(BySwr, { id: 404 }), h(BySwr, { id: 6 }), h(Mutator)));
    await page.shows('404user 6');
    server.seen();
    await mutate(swr(api.getUser, { id: 6 })[0]);
    assert.deepEqual(server.seen(), ['GET /users/6']);
    page.leave();
  },

  'useCall asks once for two components under StrictMode': async () => {
    const page = mount([h(ByCall, { id: 7, key: 1 }), h(ByCall, { id: 7, key: 2 })]);
    await page.shows('user 7user 7');
    page.leave();
    assert.deepEqual(server.seen(), ['GET /users/7']);
  },
});
server.close();
process.exit();
