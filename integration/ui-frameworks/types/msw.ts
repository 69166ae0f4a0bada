import { createApi, defineRequest } from 'homing';
import { mswHandler } from 'homing/msw';
import { errorResponse, mockApi, mockFetch } from 'homing/testing';
import { http as http2 } from 'msw-2';
import { setupServer as setupServer2 } from 'msw-2/node';
import { http as http3 } from 'msw-3';
import { setupServer as setupServer3 } from 'msw-3/node';
import { requests } from './api.ts';
import { expectType } from './expect.ts';

const mock = mockApi(requests, {
  getUser: ({ params }) => {
    expectType<string | number>()(params.id);
    return { id: Number(params.id), name: 'Ada' };
  },
  list: [
    { items: ['a'], cursor: '1' },
    errorResponse(404, { missing: 'list' }),
    new Response(null, { status: 500 }),
  ],
  find: [[{ id: 1, name: 'Ada' }]],
  rename: async ({ request }) => {
    const { name } = (await request.json()) as { name: string };
    return name ? { id: 1, name } : errorResponse(404, { missing: 'name' });
  },
  clear: null,
  ping: 'pong',
  admin: { getLog: { lines: [] } },
});
expectType<number>()(mock.callCount('admin.getLog'));
createApi({ baseUrl: 'http://127.0.0.1', requests, fetch: mock.fetch });

setupServer2(
  http2.all(...mswHandler(mock)),
  http2.all(...mswHandler(mockFetch({ 'GET /a': new Response('b') }))),
).listen();
setupServer3(
  http3.all(...mswHandler(mock)),
  http3.all(...mswHandler(mockFetch({ 'GET /a': new Response('b') }))),
).listen();

// An endpoint without a declared data type.
const undeclared = { raw: defineRequest()({ method: 'GET', path: '/raw/:id' }) };
mockApi(undeclared, {
  raw: ({ params }) => {
    expectType<string | number>()(params.id);
    return { anything: true };
  },
});
mockApi(undeclared, { raw: { anything: true } });
mockApi(undeclared, { raw: [1, null, new Response(null, { status: 503 })] });

// Code that must not compile.
// @ts-expect-error -- a typo in a name
mockApi(requests, { getUsr: { id: 1, name: 'Ada' } });
// @ts-expect-error -- a typo in a field
mockApi(requests, { getUser: { id: 1, nam: 'Ada' } });
// @ts-expect-error -- a typo in a field, of a function
mockApi(requests, { getUser: () => ({ id: 1, nam: 'Ada' }) });
// @ts-expect-error -- a typo in a field, in a sequence
mockApi(requests, { getUser: [{ id: 1, nam: 'Ada' }] });
// @ts-expect-error -- the body of another error
mockApi(requests, { getUser: errorResponse(404, { seconds: 1 }) });
// @ts-expect-error -- an array of data would be a sequence
mockApi(requests, { find: [{ id: 1, name: 'Ada' }] });
// @ts-expect-error -- no endpoint of this group
mockApi(requests, { admin: { getLogs: { lines: [] } } });
// @ts-expect-error -- no endpoint with that name
mock.callCount('getLog');
// @ts-expect-error -- no stub
mswHandler(fetch);
