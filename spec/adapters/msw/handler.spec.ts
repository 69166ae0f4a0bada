import { describe, expect, it } from 'vitest';
import { defineRequest } from '../../../lib/index.js';
import { mswHandler } from '../../../lib/entries/msw.js';
import { jsonResponse, mockApi, mockFetch } from '../../../lib/entries/testing.js';

const at = (path: string, init?: RequestInit) => ({
  request: new globalThis.Request(`http://api.test${path}`, init),
});

describe('mswHandler', () => {
  it('handles the requests that a route matches', async () => {
    const mock = mockFetch({ 'GET /users/:id': ({ params }) => jsonResponse(params) });
    const [matches, answer] = mswHandler(mock);
    expect(matches(at('/users/1'))).toBe(true);
    await expect((await answer(at('/users/1'))).json()).resolves.toEqual({ id: '1' });
    expect(mock.callCount('GET /users/:id')).toBe(1);
  });

  it('leaves other requests to other handlers', () => {
    const [matches] = mswHandler(mockFetch({ 'GET /users/:id': jsonResponse(null) }));
    expect([at('/teams/1'), at('/users/1', { method: 'POST' })].map(matches)).toEqual([false, false]);
  });

  it("doesn't record a call or use a sequence entry when it only checks a match", async () => {
    const mock = mockFetch({ 'GET /n': [jsonResponse(1), jsonResponse(2)] });
    const [matches, answer] = mswHandler(mock);
    expect([at('/n'), at('/n'), at('/n')].every(matches)).toBe(true);
    expect(mock.calls).toEqual([]);
    await expect((await answer(at('/n'))).json()).resolves.toBe(1);
  });

  it('matches a path as the client does, even if MSW would not', () => {
    const requests = { cancel: defineRequest()({ method: 'POST', path: '/v1/operations/{name}:cancel' }) };
    const [matches] = mswHandler(mockApi(requests, { cancel: null }));
    expect(matches(at('/v1/operations/7:cancel', { method: 'POST' }))).toBe(true);
    expect(matches(at('/v1/operations/7:abort', { method: 'POST' }))).toBe(false);
  });
});
