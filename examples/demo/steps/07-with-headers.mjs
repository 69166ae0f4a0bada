import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'withHeaders: a copy of the client for each user';

export async function run({ baseUrl, expect, print }) {
  const api = createApi({ baseUrl, requests });
  // On a server: one client for the process, a copy for each incoming request. Everything else is shared.
  const ada = api.withHeaders({ Authorization: 'Bearer token-of-ada' });
  const grace = api.withHeaders({ Authorization: 'Bearer token-of-grace' });

  print('called', 'ada.whoAmI() and grace.whoAmI() at once');
  const results = await Promise.all([ada.whoAmI(), grace.whoAmI()]);
  const names = results.map(({ data }) => data?.name);
  print('came home', names);

  print('called', 'api.whoAmI()');
  const { error } = await api.whoAmI();
  print('came home', error?.message);

  expect('each copy speaks for its own user', names, ['Ada', 'Grace']);
  expect('the client itself is nobody still', error?.status, 401);
}
