import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'with(): a client for each incoming request';

export async function run({ baseUrl, expect, print }) {
  const heard = [];
  // On a server, create one client for the process and derive one for each incoming request. They share everything
  // else.
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
  print('returned', names);

  print('called', "api.with({ context: { requestId: 'r-17' } }).user.whoAmI()");
  const { error } = await api.with({ context: { requestId: 'r-17' } }).user.whoAmI();
  print('returned', error?.message);
  print('onError', heard);

  expect('each derived client sends its own token', names, ['Ada', 'Grace']);
  expect('the original client still sends no token', error?.status, 401);
  expect('onError receives the context of the request', heard, ['r-17 user.whoAmI http']);

  const gone = new AbortController();
  gone.abort();
  const ended = await api.with({ signal: gone.signal }).user.whoAmI();
  expect('if the incoming request is aborted, so is the call', ended.error?.kind, 'abort');
}
