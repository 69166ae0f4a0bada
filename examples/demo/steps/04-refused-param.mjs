import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'A param that no URL can hold: refused before anything is sent';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({ baseUrl, requests });

  print('called', 'api.listUsers({ role: new Date(0) })');
  const inQuery = await api.listUsers({ role: new Date(0) });
  print('came home', inQuery.error?.body?.message);

  print('called', "api.getUser({ id: '' })");
  const inPath = await api.getUser({ id: '' });
  print('came home', inPath.error?.body?.message);

  expect(
    "both are of kind 'network'",
    [inQuery, inPath].map(({ error }) => error?.kind),
    ['network', 'network'],
  );
  expect('the error is a TypeError', inQuery.error?.body instanceof TypeError, true);
  expect('the server saw nothing', server.takeRequests(), []);
}
