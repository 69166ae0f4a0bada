import { createApi, defineRequest } from 'homing';
import {
  errorResult,
  jsonResponse,
  type MockFetch,
  mockFetch,
  type RecordedCall,
  type RouteContext,
  type RouteHandler,
  type RouteValue,
  successResult,
} from 'homing/testing';

interface User {
  id: number;
}

const getUser: RouteHandler = ({ params }: RouteContext) => jsonResponse({ id: Number(params['id']) });

const routes: Record<string, RouteValue> = {
  'GET /users/:id': getUser,
  'POST /users': [
    jsonResponse(null, { status: 503 }),
    async ({ request }) => jsonResponse(await request.json()),
  ],
  'GET /text': new Response('text'),
};

const clientOf = (stub: MockFetch) =>
  createApi({
    baseUrl: 'https://api.example.com',
    fetch: stub.fetch,
    requests: { getUser: defineRequest<User>()({ method: 'GET', path: '/users/:id' }) },
  });

export const stubbed = async (): Promise<number | undefined> => {
  const stub = mockFetch(routes);
  const { data } = await clientOf(stub).getUser({ id: 1 });
  const last: RecordedCall | undefined = stub.lastCall('GET /users/:id');
  return data && last ? stub.callCount('GET /users/:id') : stub.calls[0]?.url.length;
};

export const installed = () => {
  const stub = mockFetch({ 'GET /': jsonResponse({}) });
  stub.install();
  stub.restore();
};

export const stubbedFunction = (): ReturnType<typeof clientOf> => {
  const api = clientOf(mockFetch({}));
  api.getUser = Object.assign(async () => successResult({ id: 7 }), { getHeaders: () => ({}) });
  return api;
};

export const stubbedFailure = async () => {
  const failure = errorResult(404, { message: 'nobody' });
  return (await failure.retry()).error?.status;
};

export const refused = () => {
  // @ts-expect-error a route answers with a Response
  mockFetch({ 'GET /': { id: 1 } });
  // @ts-expect-error the data of the endpoint is a User
  clientOf(mockFetch({})).getUser = Object.assign(async () => successResult('text'), {
    getHeaders: () => ({}),
  });
};
