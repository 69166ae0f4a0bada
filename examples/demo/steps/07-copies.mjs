import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'with: a copy of the client for each incoming request';

export async function run({ baseUrl, expect, print }) {
  const heard = [];
  // On a server: one client for the process, a copy for each incoming request. Everything else is shared.
  const api = createApi({
    baseUrl,
    // A group of endpoints: api.user.whoAmI().
    requests: { user: { whoAmI: requests.whoAmI } },
    onError: (error, { endpoint, context }) => heard.push(`${context.requestId} ${endpoint} ${error.kind}`),
  });
  const ada = api.with({ headers: { Authorization: 'Bearer token-of-ada' } });
  const grace = api.with({ headers: { Authorization: 'Bearer token-of-grace' }, timeout: 2000 });

  print('called', 'ada.user.whoAmI() and grace.user.whoAmI() at once');
  const results = await Promise.all([ada.user.whoAmI(), grace.user.whoAmI()]);
  const names = results.map(({ data }) => data?.name);
  print('came home', names);

  print('called', "api.with({ context: { requestId: 'r-17' } }).user.whoAmI()");
  const { error } = await api.with({ context: { requestId: 'r-17' } }).user.whoAmI();
  print('came home', error?.message);
  print('onError heard', heard);

  expect('each copy speaks for its own user', names, ['Ada', 'Grace']);
  expect('the client itself is nobody still', error?.status, 401);
  expect('onError knows for which request', heard, ['r-17 user.whoAmI http']);

  const gone = new AbortController();
  gone.abort();
  const ended = await api.with({ signal: gone.signal }).user.whoAmI();
  expect('whoever asked is gone, and so is the call', ended.error?.kind, 'abort');
}
