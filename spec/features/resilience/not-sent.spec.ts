import { describe, expect, it } from 'vitest';
import { createApi, defineRequest, type Middleware, retryMiddleware } from '../../../lib/index.js';
import { notSent } from '../../../lib/features/resilience/not-sent.js';
import { NotSentError } from '../../../lib/entries/resilience.js';
import { jsonResponse } from '../../../lib/entries/testing.js';

const open = new NotSentError('circuit-open', 'The circuit is open.', 500);

const clientWith = (...middleware: Middleware[]) =>
  createApi({
    baseUrl: 'https://api.example.com',
    fetch: () => Promise.resolve(jsonResponse({})),
    middleware,
    requests: { getUser: defineRequest<object>()({ method: 'GET', path: '/users/:id' }) },
  });

describe('notSent()', () => {
  it('creates a network error that is marked as not sent, with the reason', async () => {
    const { error, response } = await clientWith(async () => notSent(open)).getUser({ id: 1 });
    expect(error).toMatchObject({ kind: 'network', status: 0, endpoint: 'getUser', cause: open, body: open });
    expect(error?.message).toBe('GET /users/:id was not sent. The circuit is open.');
    expect(response).toBeNull();
  });

  it('prevents retries, whatever their rule decides', async () => {
    let asked = 0;
    const closed: Middleware = async () => {
      asked += 1;
      return notSent(open);
    };
    await clientWith(retryMiddleware({ retryOn: () => true, delay: () => 0 }), closed).getUser({ id: 1 });
    expect(asked).toBe(1);
  });
});

describe('NotSentError', () => {
  it('contains the reason, and the time after which another try is useful', () => {
    expect({ reason: open.reason, retryAfter: open.retryAfter, name: open.name }).toEqual({
      reason: 'circuit-open',
      retryAfter: 500,
      name: 'NotSentError',
    });
  });
  it('can be recognized among thrown values', () => {
    const thrown = [null, undefined, 'text', new TypeError(), open];
    expect(thrown.filter((value) => NotSentError.is(value))).toEqual([open]);
  });
});
