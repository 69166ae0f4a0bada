import { QueryClient } from '@tanstack/react-query';
import { createApi, defineRequest, toPlainResult } from 'homing';
import { query, queryKey, retryTransient } from 'homing/query';

export const title = 'TanStack Query: use an endpoint as a query, without secrets in its key';

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
  print('returned', user);
  expect('both queries share one request', server.takeRequests().length, 1);

  const mine = api.withHeaders({ authorization: 'Bearer secret' });
  const { queryKey: key } = query(mine.getUser, { id: 1 }, { scope: 'user-7' });
  print('key', key);
  expect('the key does not contain the token', JSON.stringify(key).includes('secret'), false);
  try {
    query(mine.getUser, { id: 1 });
  } catch (error) {
    print('threw', error.message);
  }

  await queryClient.invalidateQueries({ queryKey: queryKey(api.getUser) });
  await ask();
  expect('an invalidated query sends a new request', server.takeRequests().length, 1);
  queryClient.clear();

  print('called', 'toPlainResult(api.getUser({ id: 99 })), which can be serialized');
  const { error } = await toPlainResult(api.getUser({ id: 99 }));
  expect('the error is plain data', [error.kind, error.status], ['http', 404]);
}
