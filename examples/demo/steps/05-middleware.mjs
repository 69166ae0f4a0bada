import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'Middleware: add a token to every request';

/** In your program, read the token from storage, a refresh request or a secret manager. */
const currentToken = async () => 'token-of-ada';

/** @type {import('homing').Middleware} */
const withToken = async (ctx, next) => {
  ctx.request.headers.set('Authorization', `Bearer ${await currentToken()}`);
  return next();
};

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({ baseUrl, requests, middleware: [withToken] });

  print('called', 'api.whoAmI()');
  const known = await api.whoAmI();
  print('returned', known.data);

  print('called', 'api.whoAmI({}, { skipMiddleware: [withToken] })');
  const unknown = await api.whoAmI({}, { skipMiddleware: [withToken] });
  print('returned', unknown.error?.message);

  expect('with the token, the service returns the user', known.data?.name, 'Ada');
  expect('without the token, the service responds with 401', unknown.error?.status, 401);
  expect(
    'only the first request had the token',
    server.takeRequests().map(({ headers }) => headers.authorization),
    ['Bearer token-of-ada', undefined],
  );
}
