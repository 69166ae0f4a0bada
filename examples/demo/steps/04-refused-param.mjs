import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'An invalid param: the call returns an error and sends nothing';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({ baseUrl, requests });

  print('called', 'api.listUsers({ role: new Date(0) })');
  const inQuery = await api.listUsers({ role: new Date(0) });
  print('returned', inQuery.error?.body?.message);

  print('called', "api.getUser({ id: '' })");
  const inPath = await api.getUser({ id: '' });
  print('returned', inPath.error?.body?.message);

  expect(
    "both errors have the kind 'network'",
    [inQuery, inPath].map(({ error }) => error?.kind),
    ['network', 'network'],
  );
  expect('error.body is a TypeError', inQuery.error?.body instanceof TypeError, true);
  expect('the server received no request', server.takeRequests(), []);
}
