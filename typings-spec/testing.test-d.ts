import { type ErrorResult, type SuccessResult } from 'homing';
import {
  errorResult,
  jsonResponse,
  mockFetch,
  type RecordedCall,
  type RouteContext,
  type RouteHandler,
  type RouteValue,
  successResult,
} from 'homing/testing';
import { expectAssignable, expectError, expectType } from 'tsd';

// A route is a response, a function, or an array of either.
const stub = mockFetch({
  'GET /users': jsonResponse([]),
  'GET /users/:id': ({ params, request }) => jsonResponse({ id: params['id'], url: request.url }),
  'POST /users': [jsonResponse({}, { status: 500 }), async () => jsonResponse({})],
  'DELETE /users/:id': [],
});
const handler: RouteHandler = (context) => {
  expectType<RouteContext>(context);
  return new Response();
};
expectAssignable<RouteValue>(handler);
expectError(mockFetch({ 'GET /users': { id: 1 } }));

// The stub is installed, or handed to a client, and tells what it was asked.
stub.install();
stub.restore();
expectAssignable<(url: string, init: RequestInit) => Promise<Response>>(stub.fetch);
expectType<number>(stub.callCount('GET /users'));
expectType<RecordedCall | undefined>(stub.lastCall('GET /users'));
expectType<string | undefined>(stub.calls[0]?.url);

// Results are built for stubs at that level.
expectAssignable<SuccessResult<{ id: number }>>(successResult({ id: 1 }));
expectAssignable<ErrorResult<{ id: number }>>(errorResult(404));
expectAssignable<ErrorResult<string>>(errorResult(500, { reason: 'x' }));
expectType<ErrorResult<{ id: number }>>(errorResult<{ id: number }>(404));
