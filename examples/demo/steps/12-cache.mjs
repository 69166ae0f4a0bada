import { cacheMiddleware, createApi } from 'homing';
import { requests } from '../endpoints.mjs';

export const title = 'Cache: an identical call returns from memory';

export async function run({ baseUrl, server, expect, print }) {
  const cache = cacheMiddleware({ ttl: 60_000 });
  const api = createApi({ baseUrl, requests, middleware: [cache] });
  const sent = () => server.takeRequests().length;

  print('called', 'api.getUser({ id: 1 }) twice');
  const first = await api.getUser({ id: 1 });
  first.data.name = 'changed by the first caller';
  const second = await api.getUser({ id: 1 });
  print('returned', second.data);
  expect('the second call sent no request', sent(), 1);
  expect('a cache hit returns its own copy of the data', second.data?.name, 'Ada');

  print('called', "api.getUser({ id: 1 }) with another user's token");
  await api.withHeaders({ Authorization: 'Bearer token-of-grace' }).getUser({ id: 1 });
  expect('each user has a separate cache entry', sent(), 1);

  print('called', 'cache.clear(), then api.getUser({ id: 1 })');
  cache.clear();
  const third = await api.getUser({ id: 1 });
  print('returned', third.data);
  expect('after clear(), the call sends a request', sent(), 1);
}
