import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'A schema: a 200 with invalid data is an error';

export async function run({ baseUrl, server, expect, print }) {
  // An older version of the service, where the id is a string and users have no role.
  server.route('GET /v0/users/:id', ({ params }) => ({ json: { id: params.id, name: 'Ada' } }));
  const api = createApi({ baseUrl: `${baseUrl}/v0`, requests });

  print('called', 'api.getUser({ id: 1 })');
  const { data, error, response } = await api.getUser({ id: 1 });
  const issues = error?.body ?? [];
  for (const { path, message } of issues) print('returned', `${path.join('.')}: ${message}`);

  expect('the server responded with 200', response?.status, 200);
  expect("the call returns an error with the kind 'parse'", error?.kind, 'parse');
  expect('data is null', data, null);
  expect(
    'error.body lists the issues that the schema found',
    issues.map(({ path }) => path),
    [['id'], ['role']],
  );
}
