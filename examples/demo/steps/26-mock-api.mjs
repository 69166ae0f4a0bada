import { createApi, defineRequest } from 'homing';
import { errorResponse, mockApi } from 'homing/testing';

export const title = 'mockApi: what the endpoints answer, for tests';

export async function run({ server, expect, print }) {
  const requests = {
    getUser: defineRequest()({ method: 'GET', path: '/users/:id' }),
    list: defineRequest()({ method: 'GET', path: '/users' }),
  };
  const mock = mockApi(requests, {
    getUser: ({ params }) =>
      params.id === '1' ? { id: 1, name: 'Ada' } : errorResponse(404, { reason: 'Nobody here.' }),
    list: [[{ id: 1 }], errorResponse(503)],
  });
  const api = createApi({ baseUrl: 'https://api.example.com', requests, fetch: mock.fetch });

  print('called', 'api.getUser({ id: 1 }), then { id: 7 }');
  print('came home', (await api.getUser({ id: 1 })).data);
  const { error } = await api.getUser({ id: 7 });
  expect('an error by status', [error.status, error.body], [404, { reason: 'Nobody here.' }]);
  const twice = [await api.list(), await api.list()];
  expect(
    'a sequence of answers',
    twice.map(({ data, error: failed }) => data ?? failed.status),
    [[{ id: 1 }], 503],
  );
  expect('counted by endpoint', [mock.callCount('getUser'), mock.callCount('list')], [2, 2]);
  expect('and no server was asked', server.takeRequests().length, 0);
}
