import { createApi } from 'homing';
import { nodeFetch } from 'homing/node';
import { requests } from '../endpoints.mjs';

export const title = 'nodeFetch: the same client with a faster transport for Node';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({ baseUrl, requests, fetch: nodeFetch() });

  print('called', 'api.getUser({ id: 1 }), with createApi({ fetch: nodeFetch() })');
  const one = await api.getUser({ id: 1 });
  print('returned', one.data);

  print('called', 'api.getUser({ id: 99 })');
  const none = await api.getUser({ id: 99 });
  print('returned', `${none.error?.kind} ${none.error?.status}`);

  expect('the user is Ada', one.data?.name, 'Ada');
  expect('the response is a Response', one.response instanceof Response, true);
  expect('an error has the same kind', none.error?.kind, 'http');
  expect(
    'both requests were sent',
    server.takeRequests().map(({ line }) => line),
    ['GET /users/1', 'GET /users/99'],
  );
}
