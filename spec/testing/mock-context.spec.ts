import { describe, expect, it } from 'vitest';
import type { Middleware } from '../../lib/index.js';
import { mockContext, successResult } from '../../lib/entries/testing.js';

const auth: Middleware = (ctx, next) => {
  ctx.request.headers.set('Authorization', 'Bearer a');
  return next();
};

describe('mockContext (rules.md#the-test-stub)', () => {
  it('creates a context for calling a middleware', async () => {
    const ctx = mockContext();
    const result = await auth(ctx, async () => successResult(1));
    expect(result.data).toBe(1);
    expect(ctx.request.getHeader('authorization')).toBe('Bearer a');
  });

  it('has an empty GET request by default', () => {
    const { request, requestName, remaining } = mockContext();
    expect(request).toMatchObject({ method: 'GET', url: 'https://api.example.com/', path: '/', body: null });
    expect(request.signal).toBeUndefined();
    expect([...request.headers]).toEqual([]);
    expect([requestName, remaining()]).toEqual(['mock', Infinity]);
  });

  it('has the passed values', () => {
    const { signal } = new AbortController();
    const init = { method: 'POST', url: 'http://a.test/users?page=1', headers: { 'X-A': '1' }, body: '{}' };
    const ctx = mockContext({ ...init, params: { page: 1 }, signal, requestName: 'add', remaining: 5 });
    expect(ctx.request).toMatchObject({ method: 'POST', path: '/users', body: '{}', params: { page: 1 } });
    expect(ctx.request.headerRecord()).toEqual({ 'x-a': '1' });
    expect(ctx.request.signal).toBe(signal);
    expect([ctx.requestName, ctx.remaining(), ctx.request.idempotent]).toEqual(['add', 5, false]);
  });

  it.each([null, 'http://a.test'])('rejects an argument that is not an object: %o', (init) => {
    expect(() => mockContext(init as never)).toThrow(/^mockContext got /);
  });

  it('keeps the values of once()', () => {
    const ctx = mockContext();
    const key = Symbol();
    expect([ctx.once(key, () => 1), ctx.once(key, () => 2)]).toEqual([1, 1]);
  });
});
