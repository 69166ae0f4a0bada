import { createApi, defineRequest } from 'homing';
import { errorResponse, mockApi } from 'homing/testing';

export const title = 'mockApi: set the responses of endpoints in tests';

export async function run({ server, expect, print }) {
  const requests = {
    getUser: defineRequest()({ method: 'GET', path: '/users/:id' }),
    list: defineRequest()({ method: 'GET', path: '/users' }),
  };
  const mock = mockApi(requests, {
    getUser: ({ params }) =>
      params.id === '1' ? { id: 1, name: 'Ada' } : errorResponse(404, { reason: 'No such user.' }),
    list: [[{ id: 1 }], errorResponse(503)],
  });
  const api = createApi({ baseUrl: 'https://api.example.com', requests, fetch: mock.fetch });

  print('called', 'api.getUser({ id: 1 }), then { id: 7 }');
  print('returned', (await api.getUser({ id: 1 })).data);
  const { error } = await api.getUser({ id: 7 });
  expect(
    'errorResponse(404) makes the call return an error',
    [error.status, error.body],
    [404, { reason: 'No such user.' }],
  );
  const twice = [await api.list(), await api.list()];
  expect(
    'an array sets one response per call',
    twice.map(({ data, error: failed }) => data ?? failed.status),
    [[{ id: 1 }], 503],
  );
  expect(
    'callCount() counts the calls of an endpoint',
    [mock.callCount('getUser'), mock.callCount('list')],
    [2, 2],
  );
  expect('the server received no request', server.takeRequests().length, 0);
}
