// Tests which requests MSW passes to a predicate, and what it does with other requests.
//
//   node run/msw.mjs 2
import assert from 'node:assert/strict';
import { createApi, defineRequest } from 'homing';
import { mswHandler } from 'homing/msw';
import { errorResponse, jsonResponse, mockApi, mockFetch } from 'homing/testing';
import { front, hold } from '../rules.mjs';
import { startServer } from '../server.mjs';

const [major] = process.argv.slice(2);
const { http, HttpResponse } = await import(`msw-${major}`);
const { setupServer } = await import(`msw-${major}/node`);

const requests = {
  cancel: defineRequest()({ method: 'POST', path: '/v1/operations/:name:cancel' }),
  getUser: defineRequest()({ method: 'GET', path: '/users/:id' }),
  rename: defineRequest()({ method: 'PUT', path: '/users/:id' }),
  clear: defineRequest()({ method: 'DELETE', path: '/users', responseType: 'none' }),
  upload: defineRequest()({ method: 'POST', path: '/upload' }),
  find: defineRequest()({ method: 'GET', path: '/users' }),
  admin: { getLog: defineRequest()({ method: 'GET', path: '/log/:day' }) },
};

const BASE = 'https://api.example.com/v2';
const server = await startServer();
const msw = setupServer();
// MSW 3 has another name for it.
msw.listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' });

/** Handlers for one rule, and a client that calls them. */
const use = (...handlers) => {
  msw.resetHandlers(...handlers);
  return createApi({ baseUrl: BASE, requests });
};

await hold(front(`msw-${major}`), {
  'a path that MSW parses differently gets a response with its params': async () => {
    const mock = mockApi(requests, { cancel: ({ params }) => ({ cancelled: params.name }) });
    const api = use(http.all(...mswHandler(mock)));
    const { data } = await api.cancel({ name: 'op-1' });
    assert.deepEqual(data, { cancelled: 'op-1' });
    assert.equal(mock.callCount('cancel'), 1);
  },

  'groups, queries, bodies, empty answers and errors come as they are stubbed': async () => {
    const mock = mockApi(requests, {
      admin: { getLog: ({ params }) => ({ lines: [params.day] }) },
      find: ({ params }) => [params],
      rename: ({ params }) => params,
      clear: null,
      getUser: errorResponse(404, { missing: 'user' }),
    });
    const api = use(http.all(...mswHandler(mock)));
    assert.deepEqual((await api.admin.getLog({ day: 'monday' })).data, { lines: ['monday'] });
    assert.deepEqual((await api.find({ name: 'Ada' })).data, [{ name: 'Ada' }]);
    assert.deepEqual((await api.rename({ id: 7, name: 'Grace' })).data, { id: '7', name: 'Grace' });
    assert.equal((await api.clear()).error, null);
    const { error } = await api.getUser({ id: 1 });
    assert.deepEqual([error.status, error.body], [404, { missing: 'user' }]);
    assert.equal(mock.lastCall('rename').body, '{"name":"Grace"}');
    assert.equal(mock.callCount('admin.getLog'), 1);
  },

  'a form comes as a form': async () => {
    const mock = mockApi(requests, {
      upload: async ({ request }) => [...(await request.formData()).entries()],
    });
    const api = use(http.all(...mswHandler(mock)));
    const form = new FormData();
    form.set('name', 'Ada');
    assert.deepEqual((await api.upload(form)).data, [['name', 'Ada']]);
  },

  'a sequence is gone through, and its last answer repeats': async () => {
    const mock = mockApi(requests, { getUser: [{ id: 1 }, new Response(null, { status: 503 }), { id: 3 }] });
    const api = use(http.all(...mswHandler(mock)));
    const answers = [];
    for (let call = 0; call < 4; call += 1) {
      const { data, error } = await api.getUser({ id: 1 });
      answers.push(data?.id ?? error.status);
    }
    assert.deepEqual(answers, [1, 503, 3, 3]);
  },

  'what no route matches goes on: to the next handler, and to the server': async () => {
    const mock = mockFetch({ 'GET /only': jsonResponse({ only: true }) });
    const api = use(
      http.all(...mswHandler(mock)),
      http.get(`${BASE}/users/:id`, ({ params }) => HttpResponse.json({ by: 'msw', id: params.id })),
    );
    assert.deepEqual((await api.getUser({ id: 5 })).data, { by: 'msw', id: '5' });
    const { data } = await createApi({ baseUrl: server.url, requests }).getUser({ id: 5 });
    assert.deepEqual(data, { id: 5, name: 'user 5' });
    assert.deepEqual(server.seen(), ['GET /users/5']);
  },

  'with a baseUrl only that service is answered for': async () => {
    const mock = mockApi(requests, { getUser: { by: 'mock' } }, { baseUrl: BASE });
    const api = use(http.all(...mswHandler(mock)));
    assert.deepEqual((await api.getUser({ id: 1 })).data, { by: 'mock' });
    const { data } = await createApi({ baseUrl: server.url, requests }).getUser({ id: 6 });
    assert.deepEqual(data, { id: 6, name: 'user 6' });
    assert.equal(mock.callCount('getUser'), 1);
    server.seen();
  },

  'two stubs work next to each other': async () => {
    const users = mockApi({ getUser: requests.getUser }, { getUser: { of: 'users' } }, { baseUrl: BASE });
    const logs = mockApi({ admin: requests.admin }, { admin: { getLog: { of: 'logs' } } }, { baseUrl: BASE });
    const api = use(http.all(...mswHandler(users)), http.all(...mswHandler(logs)));
    assert.deepEqual((await api.getUser({ id: 1 })).data, { of: 'users' });
    assert.deepEqual((await api.admin.getLog({ day: 'x' })).data, { of: 'logs' });
  },

  'an abort ends the call': async () => {
    const mock = mockApi(requests, { getUser: () => new Promise(() => {}) });
    const api = use(http.all(...mswHandler(mock)));
    const controller = new AbortController();
    const call = api.getUser({ id: 1 }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    assert.equal((await call).error.kind, 'abort');
  },
});
msw.close();
server.close();
