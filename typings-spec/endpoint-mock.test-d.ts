import { createApi, defineRequest, Request as HomingRequest, type ResultsByStatus } from 'homing';
import { endpointMock, type ErrorResponse, errorResponse, mockApi, type MockedData } from 'homing/testing';
import { expectError, expectType } from 'tsd';

interface User {
  id: number;
  name: string;
  joined: string;
}

const requests = {
  getUser: defineRequest<User, { id: number }, { 404: { reason: string }; '5XX': string }>()({
    method: 'GET',
    path: '/users/:id',
  }),
  listUsers: defineRequest<User[]>()({ method: 'GET', path: '/users' }),
  // As a schema that makes Dates of texts types it.
  getEvent: new HomingRequest<{ id: number }, { at: Date }, {}, { at: string }>({
    method: 'GET',
    path: '/events/:id',
  }),
  addUser: new HomingRequest<
    { id: number },
    User | undefined,
    {},
    unknown,
    ResultsByStatus<{ 201: User; 204: undefined }, {}>
  >({ method: 'POST', path: '/users' }),
};

const mocks = {
  getUser: endpointMock(requests.getUser, { 200: {}, 404: {}, 500: '' }),
  listUsers: endpointMock(requests.listUsers, { 200: [] }),
  getEvent: endpointMock(requests.getEvent, { 200: {} }),
  addUser: endpointMock(requests.addUser, { 201: {}, 204: null }),
};

// All mocks are responses, and other responses can replace some of them.
mockApi(requests, mocks);
mockApi(requests, { ...mocks, getUser: errorResponse(404, { reason: 'Gone.' }) });
mockApi(requests, {
  getUser: ({ params }) => (params.id === '1' ? mocks.getUser : mocks.getUser.status(404)),
});
mockApi(requests, { listUsers: [mocks.listUsers([]), mocks.listUsers] });
createApi({ requests, baseUrl: 'https://api.example.com', fetch: mockApi(requests, mocks).fetch });

mockApi(requests, { ...mocks, getUser: errorResponse(404) });
mockApi(requests, { getUser: ({ params }) => (params.id === '1' ? mocks.getUser : errorResponse(404)) });

// The mock of another endpoint is no response.
expectError(mockApi(requests, { getUser: mocks.getEvent }));
expectError(mockApi(requests, { getUser: mocks.listUsers }));

// Own fields are checked.
expectType<MockedData<User>>(mocks.getUser({ name: 'Ada' }));
expectError(mocks.getUser({ nmae: 'x' }));
expectError(mocks.getUser({ name: 1 }));
expectError(mocks.listUsers({ id: 1 }));
expectType<User>(mocks.getUser.data);

// Data is what the server sends.
expectType<string>(mocks.getEvent.data.at);
mocks.getEvent({ at: '2025-01-01T09:30:00Z' });
expectError(mocks.getEvent({ at: new Date() }));

// Statuses are those of the mock.
expectType<ErrorResponse<404, { reason: string } | null>>(mocks.getUser.status(404));
expectType<ErrorResponse<500, string | null>>(mocks.getUser.status(500));
expectType<MockedData<User>>(mocks.getUser.status(200, { name: 'Eva' }));
mocks.addUser.status(204);
expectError(mocks.getUser.status(418));
expectError(mocks.getUser.status(404, { raeson: 'x' }));
