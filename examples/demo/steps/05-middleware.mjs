import { createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'Middleware: a token on every request';

/** Stands for wherever the token lives: storage, a refresh request, a secret manager. */
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
  print('came home', known.data);

  print('called', 'api.whoAmI({}, { skipMiddleware: [withToken] })');
  const unknown = await api.whoAmI({}, { skipMiddleware: [withToken] });
  print('came home', unknown.error?.message);

  expect('with the token the service knows us', known.data?.name, 'Ada');
  expect('without it, it does not', unknown.error?.status, 401);
  expect(
    'only the first request carried the token',
    server.takeRequests().map(({ headers }) => headers.authorization),
    ['Bearer token-of-ada', undefined],
  );
}
