import { afterEach, expect, test } from '@jest/globals';
import { createApi, defineRequest, type Middleware } from 'homing';
import { errorResult, jsonResponse, mockContext, mockFetch, successResult } from 'homing/testing';

const stub = mockFetch({
  'GET /users/:id': ({ params }) =>
    params['id'] === '0'
      ? jsonResponse({ message: 'No user' }, { status: 404 })
      : jsonResponse({ id: Number(params['id']), name: 'Ada' }),
});

afterEach(() => stub.restore());

const api = createApi({
  baseUrl: 'https://api.example.com',
  requests: { getUser: defineRequest<{ id: number; name: string }>()({ method: 'GET', path: '/users/:id' }) },
});

test('toBeSuccess accepts the data of a call, as a value or with asymmetric matchers', async () => {
  stub.install();
  const result = await api.getUser({ id: 7 });
  expect(result).toBeSuccess();
  expect(result).toBeSuccess({ id: 7, name: 'Ada' });
  expect(result).toBeSuccess({ id: expect.any(Number), name: 'Ada' });
  expect(result).not.toBeSuccess({ id: 8, name: 'Ada' });
  expect(result).not.toBeFailure();
  expect(stub.callCount('GET /users/:id')).toBe(1);
});

test('toBeFailure accepts the kind and the status of a call', async () => {
  stub.install();
  const result = await api.getUser({ id: 0 });
  expect(result).toBeFailure();
  expect(result).toBeFailure({ kind: 'http', status: 404 });
  expect(result).not.toBeFailure({ kind: 'timeout' });
  expect(result).not.toBeSuccess();
});

test('both matchers work after resolves, and return a promise', async () => {
  stub.install();
  const success: Promise<void> = expect(api.getUser({ id: 7 })).resolves.toBeSuccess();
  await success;
  await expect(api.getUser({ id: 0 })).resolves.not.toBeSuccess();
});

test('a failed matcher reports the actual Result', () => {
  expect(() => expect(errorResult(404)).toBeSuccess()).toThrow(
    /a success, got failure 'http'\n {2}status: 404/,
  );
  expect(() => expect(successResult(1)).toBeFailure({ status: 404 })).toThrow(/a failure, 404, got success/);
  expect(() => expect(api.getUser({ id: 7 })).toBeSuccess()).toThrow(/not a Result/);
});

test('a snapshot prints a Result in three lines', async () => {
  stub.install();
  expect(await api.getUser({ id: 7 })).toMatchInlineSnapshot(`
    success
      status: 200
      data: {"id":7,"name":"Ada"}
  `);
  expect(await api.getUser({ id: 0 })).toMatchInlineSnapshot(`
    failure 'http'
      status: 404
      error: GET /users/:id returned 404
  `);
});

test('a snapshot indents a nested Result', () => {
  expect({ first: successResult(1) }).toMatchInlineSnapshot(`
    {
      "first": success
        status: 200
        data: 1,
    }
  `);
});

test('mockContext creates a context for calling a middleware', async () => {
  const auth: Middleware = (ctx, next) => {
    ctx.request.setHeader('authorization', 'Bearer a');
    return next();
  };
  const ctx = mockContext({ method: 'POST', headers: { 'x-a': '1' }, body: '{}' });
  expect(await auth(ctx, async () => successResult({ id: 4 }))).toBeSuccess({ id: 4 });
  expect(ctx.request.getHeader('authorization')).toBe('Bearer a');
});
