import { QueryClient } from '@tanstack/react-query';
import { createApi, defineRequest, toPlainResult } from 'homing';
import { query, queryKey, retryTransient } from 'homing/query';

export const title = 'TanStack Query: an endpoint as a query, with nothing secret in its key';

export async function run({ baseUrl, server, expect, print }) {
  const api = createApi({
    name: 'users',
    baseUrl,
    requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id' }) },
  });
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, retry: retryTransient(2) } },
  });

  print('called', 'queryClient.query(query(api.getUser, { id: 1 })), twice at once');
  const ask = () => queryClient.query(query(api.getUser, { id: 1 }));
  const [user] = await Promise.all([ask(), ask()]);
  print('came home', user);
  expect('one request for both', server.takeRequests().length, 1);

  const mine = api.withHeaders({ authorization: 'Bearer secret' });
  const { queryKey: key } = query(mine.getUser, { id: 1 }, { scope: 'user-7' });
  print('the key', key);
  expect('no token in the key', JSON.stringify(key).includes('secret'), false);
  try {
    query(mine.getUser, { id: 1 });
  } catch (error) {
    print('without', error.message);
  }

  await queryClient.invalidateQueries({ queryKey: queryKey(api.getUser) });
  await ask();
  expect('asked anew when it is invalidated', server.takeRequests().length, 1);
  queryClient.clear();

  print('called', 'plain(api.getUser({ id: 99 })), for where a Response can not go');
  const { error } = await toPlainResult(api.getUser({ id: 99 }));
  expect('the error is plain data', [error.kind, error.status], ['http', 404]);
}
