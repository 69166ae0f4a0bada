import { cacheMiddleware, createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'Cache: an equal call is answered from memory';

export async function run({ baseUrl, server, expect, print }) {
  const cache = cacheMiddleware({ ttl: 60_000 });
  const api = createApi({ baseUrl, requests, middleware: [cache] });
  const sent = () => server.takeRequests().length;

  print('called', 'api.getUser({ id: 1 }) twice');
  const first = await api.getUser({ id: 1 });
  first.data.name = 'changed by the first caller';
  const second = await api.getUser({ id: 1 });
  print('came home', second.data);
  expect('the second call made no request', sent(), 1);
  expect('a hit has data of its own', second.data?.name, 'Ada');

  print('called', 'api.getUser({ id: 1 }) with the token of somebody else');
  await api.withHeaders({ Authorization: 'Bearer token-of-grace' }).getUser({ id: 1 });
  expect('another user has an entry of their own', sent(), 1);

  print('called', 'cache.clear(), then api.getUser({ id: 1 })');
  cache.clear();
  const third = await api.getUser({ id: 1 });
  print('came home', third.data);
  expect('after clear() the service is asked again', sent(), 1);
}
