import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'A schema: a 200 with the wrong shape is an error too';

export async function run({ baseUrl, server, expect, print }) {
  // An older version of the service, which had the id as text and knew no roles.
  server.route('GET /v0/users/:id', ({ params }) => ({ json: { id: params.id, name: 'Ada' } }));
  const api = createApi({ baseUrl: `${baseUrl}/v0`, requests });

  print('called', 'api.getUser({ id: 1 })');
  const { data, error, response } = await api.getUser({ id: 1 });
  const issues = error?.body ?? [];
  for (const { path, message } of issues) print('came home', `${path.join('.')}: ${message}`);

  expect('the server had answered with 200', response?.status, 200);
  expect("and yet there is an error, of kind 'parse'", error?.kind, 'parse');
  expect('no data of a wrong shape gets through', data, null);
  expect(
    "the body holds the schema's issues",
    issues.map(({ path }) => path),
    [['id'], ['role']],
  );
}
