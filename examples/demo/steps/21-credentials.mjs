import { createApi, defineRequest } from 'homing';
import { AuthPlugin } from 'homing/auth';

export const title = 'Authentication: five concurrent calls get a 401, and one refresh serves all';

export async function run({ baseUrl, server, expect, print }) {
  let valid = 'token-1';
  server.route('POST /oauth/token', () => {
    valid = 'token-2';
    return { json: { access_token: valid, expires_in: 3600 } };
  });
  server.route('GET /orders/:id', ({ headers, params }) =>
    headers.authorization === `Bearer ${valid}` ? { json: { id: params.id } } : { status: 401 },
  );
  const issuer = createApi({
    baseUrl,
    timeout: 5000,
    requests: { grant: defineRequest()({ method: 'POST', path: '/oauth/token' }) },
  });
  const auth = new AuthPlugin(async () => {
    const { data } = await issuer.grant();
    print('refreshed', `expires in ${data.expires_in} s`);
    return { token: data.access_token, expiresAt: Date.now() + data.expires_in * 1000 };
  });
  const api = createApi({
    baseUrl,
    middleware: [auth],
    requests: { getOrder: defineRequest()({ method: 'GET', path: '/orders/:id' }) },
  });

  await auth.set({ token: 'token-1' });
  valid = 'token-3';
  print('called', 'api.getOrder({ id }) five times at once, with a revoked token');
  const orders = await Promise.all([1, 2, 3, 4, 5].map((id) => api.getOrder({ id })));
  print('returned', orders.map(({ data }) => data?.id).join(' '));

  const sent = server.takeRequests().map(({ line }) => line);
  const count = (line) => sent.filter((each) => each.startsWith(line)).length;
  expect('every call returned its order', orders.filter(({ data }) => data).length, 5);
  expect('the token was refreshed once', count('POST /oauth/token'), 1);
  expect('each call was sent twice', count('GET /orders/'), 10);

  await auth.clear();
  const signedOut = await api.getOrder({ id: 6 });
  print('signed out', signedOut.error?.message);
  expect('nothing was sent after signing out', server.takeRequests(), []);
}
