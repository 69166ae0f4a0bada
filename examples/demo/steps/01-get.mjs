import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'GET: one params object fills the path and the query';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({ baseUrl, requests });

  print('called', 'api.getUser({ id: 1 })');
  const one = await api.getUser({ id: 1 });
  print('returned', one.data);

  print('called', "api.listUsers({ role: ['reader', 'guest'] })");
  const several = await api.listUsers({ role: ['reader', 'guest'] });
  print('returned', several.data);

  expect('the user is Ada', one.data?.name, 'Ada');
  expect('two users are readers', several.data?.length, 2);
  expect(
    'the path contains id, and the query contains role once per value',
    server.takeRequests().map(({ line }) => line),
    ['GET /users/1', 'GET /users?role=reader&role=guest'],
  );
}
