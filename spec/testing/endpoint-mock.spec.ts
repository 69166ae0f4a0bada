import { describe, expect, it } from 'vitest';
import { mswHandler } from '../../lib/entries/msw.js';
import { createApi, defineRequest } from '../../lib/index.js';
import { endpointMock, errorResponse, mockApi } from '../../lib/entries/testing.js';

interface User {
  id: number;
  name: string;
  tags: string[];
  address?: { city: string; zip: string };
}

const requests = {
  getUser: defineRequest<User, {}, { 404: { reason: string } }>()({ method: 'GET', path: '/users/:id' }),
  listUsers: defineRequest<User[]>()({ method: 'GET', path: '/users' }),
  removeUser: defineRequest<undefined>()({ method: 'DELETE', path: '/users/:id', responseType: 'none' }),
  readText: defineRequest<string, {}, { 400: string }>()({
    method: 'GET',
    path: '/text',
    responseType: 'text',
    errorType: 'text',
  }),
};

const ada: User = { id: 1, name: 'Ada', tags: ['a'], address: { city: 'London', zip: 'N1' } };

const mocks = {
  getUser: endpointMock(requests.getUser, { 200: ada, 404: { reason: 'Nobody here.' } }, { 'x-total': '1' }),
  listUsers: endpointMock(requests.listUsers, { 200: [ada] }),
  removeUser: endpointMock(requests.removeUser, { 204: null }),
  readText: endpointMock(requests.readText, { 200: 'Hello', 400: 'Not so.' }),
};

const clientOf = (answers: Parameters<typeof mockApi<typeof requests>>[1]) =>
  createApi({ baseUrl: 'http://api.test', requests, fetch: mockApi(requests, answers).fetch });

describe('endpointMock', () => {
  it('is a response of mockApi with its data, status and headers', async () => {
    const api = clientOf(mocks);
    const result = await api.getUser({ id: 1 });
    expect(result.data).toEqual(ada);
    expect(result.response?.headers.get('x-total')).toBe('1');
    expect((await api.listUsers()).data).toEqual([ada]);
    expect((await api.readText()).data).toBe('Hello');
    const removed = await api.removeUser({ id: 1 });
    expect([removed.error, removed.status]).toEqual([null, 204]);
  });

  it('can be replaced next to the others', async () => {
    const api = clientOf({ ...mocks, getUser: errorResponse(404, { reason: 'Gone.' }) });
    expect((await api.getUser({ id: 1 })).error?.body).toEqual({ reason: 'Gone.' });
    expect((await api.listUsers()).data).toEqual([ada]);
  });

  it('replaces the given fields and keeps the others', async () => {
    const api = clientOf({ getUser: mocks.getUser({ name: 'Eva', address: { city: 'Rome', zip: '1' } }) });
    const { data } = await api.getUser({ id: 1 });
    expect(data).toEqual({ ...ada, name: 'Eva', address: { city: 'Rome', zip: '1' } });
  });

  it('replaces an array and a text as a whole', async () => {
    const api = clientOf({ listUsers: mocks.listUsers([]), readText: mocks.readText('Bye') });
    expect((await api.listUsers()).data).toEqual([]);
    expect((await api.readText()).data).toBe('Bye');
  });

  it('has a response for each status', async () => {
    const api = clientOf({ getUser: mocks.getUser.status(404), readText: mocks.readText.status(400) });
    expect((await api.getUser({ id: 1 })).error).toMatchObject({
      status: 404,
      body: { reason: 'Nobody here.' },
    });
    expect((await api.readText()).error?.body).toBe('Not so.');
    expect(mocks.getUser.status(404, { reason: 'Mine.' }).body).toEqual({ reason: 'Mine.' });
    expect(mocks.getUser.status(200, { id: 2 }).data).toEqual({ ...ada, id: 2 });
  });

  it('can be returned by a response function and listed in a sequence', async () => {
    const api = clientOf({
      getUser: ({ params }) => (params['id'] === '1' ? mocks.getUser : mocks.getUser.status(404)),
      listUsers: [mocks.listUsers([]), mocks.listUsers],
    });
    expect((await api.getUser({ id: 1 })).data).toEqual(ada);
    expect((await api.getUser({ id: 2 })).status).toBe(404);
    expect((await api.listUsers()).data).toEqual([]);
    expect((await api.listUsers()).data).toEqual([ada]);
  });

  it('is ignored for an endpoint that the requests leave out', async () => {
    const { getUser } = requests;
    const stub = mockApi({ getUser }, mocks);
    const api = createApi({ baseUrl: 'http://api.test', requests: { getUser }, fetch: stub.fetch });
    expect((await api.getUser({ id: 1 })).data).toEqual(ada);
  });

  it('responds through mswHandler', async () => {
    const [isMatched, resolve] = mswHandler(mockApi(requests, mocks));
    const request = new Request('http://api.test/users/1');
    expect(isMatched({ request })).toBe(true);
    expect(await (await resolve({ request })).json()).toEqual(ada);
  });

  it('rejects an unknown status, bodies without a success and other values', () => {
    expect(() => mocks.getUser.status(418 as 404)).toThrow('Mock has no status 418: use 200, 404.');
    expect(() => endpointMock(requests.getUser, { 404: null })).toThrow('Mock has no 2xx status: add one.');
    expect(() => endpointMock(requests.getUser, 1 as never)).toThrow(
      'Mock is a number: pass bodies by status.',
    );
    expect(() => endpointMock(undefined as never, { 200: 1 })).toThrow(
      'Mock got undefined: pass an endpoint.',
    );
  });
});

describe('data without a mock', () => {
  it('has the first declared status if 200 is not one', async () => {
    const anything = {
      '~standard': { version: 1, vendor: 'spec', validate: (value: unknown) => ({ value }) },
    } as const;
    const created = {
      add: defineRequest()({ method: 'POST', path: '/users', responses: { 201: anything } }),
    };
    const { fetch } = mockApi(created, { add: { id: 1 } });
    const result = await createApi({ baseUrl: 'http://api.test', requests: created, fetch }).add();
    expect([result.status, result.data]).toEqual([201, { id: 1 }]);
  });
});
