import { describe, expect, it, vi } from 'vitest';
import { type Middleware, retryMiddleware, type RetryOptions } from '../../../lib/index.js';
import { IdempotencyPlugin, type IdempotencyOptions } from '../../../lib/entries/resilience.js';
import { jsonResponse } from '../../../lib/entries/testing.js';
import { type Answer, createTestClient } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';
import { useFakeTimersAndKeys } from '../../support/keyed.js';

useFakeTimersAndKeys();

interface Case {
  keys?: IdempotencyOptions;
  retry?: RetryOptions;
  method?: 'POST' | 'PUT';
  params?: unknown;
}

/** How many attempts follow one of a keyed POST that is always answered so, and what comes home. */
const attemptsOf = async (answer: Answer, { keys, retry, method = 'POST', params }: Case = {}) => {
  const { api, requests } = createTestClient({
    middleware: [new IdempotencyPlugin(keys), retryMiddleware({ max: 1, ...retry })],
    answers: [answer],
    endpoint: { method },
  });
  let isOver = false;
  const call = api.call(params).finally(() => (isOver = true));
  // Again and again: some platforms read a body in another thread, and the wait for a retry begins after that.
  while (!isOver) {
    await vi.runAllTimersAsync();
    await flush();
  }
  return { attempts: requests.length, result: await call };
};

const counted = async (answer: Answer, more?: Case): Promise<number> =>
  (await attemptsOf(answer, more)).attempts;

const saying = (headers: Record<string, string>, status: number): Response =>
  jsonResponse({}, { status, headers });

const always: RetryOptions = { retryOn: () => true };
const RULES: [string, RetryOptions][] = [
  ['the default', {}],
  ["methods: 'idempotent'", { methods: 'idempotent' }],
];

describe.each(RULES)('a keyed POST is tried again by %s (rules.md#idempotency)', (_rule, retry) => {
  it.each([408, 425, 429, 500, 503])('on %d', async (status) => {
    expect(await counted(status, { retry })).toBe(2);
  });

  it('on a lost answer', async () => {
    expect(await counted(new TypeError('reset'), { retry })).toBe(2);
  });

  it("on an attempt's timeout", async () => {
    const { fetch, requests } = heldFetch();
    const impatient: Middleware = (ctx, next) => {
      ctx.request.attemptTimeout = 100;
      return next();
    };
    const { api } = createTestClient({
      middleware: [new IdempotencyPlugin(), retryMiddleware({ max: 1, ...retry }), impatient],
      fetch,
      endpoint: { method: 'POST' },
    });
    const call = api.call();
    await vi.runAllTimersAsync();
    expect({ kind: (await call).error?.kind, length: requests.length }).toEqual({
      kind: 'timeout',
      length: 2,
    });
  });

  it.each([400, 403, 404, 409, 422])('not on %d', async (status) => {
    expect(await counted(status, { retry })).toBe(1);
  });
});

describe('a key stops a retry, whatever its rule says,', () => {
  it.each([400, 409, 422])('on %d', async (status) => {
    expect(await counted(status, { retry: always })).toBe(1);
    expect(await counted(status, { retry: always, method: 'PUT' })).toBe(2);
  });

  it.each([500, 200, 429])('on a %d that was replayed', async (status) => {
    const answer = saying({ 'Idempotent-Replayed': 'true' }, status);
    expect(await counted(answer, { retry: always })).toBe(1);
    expect(await counted(answer, { retry: always, keys: { conflict: 'retry' } })).toBe(1);
    expect(await counted(saying({ 'Idempotent-Replayed': 'false' }, status), { retry: always })).toBe(2);
  });

  it.each([500, 409])('on a %d that says that another attempt is of no use', async (status) => {
    const answer = saying({ 'Stripe-Should-Retry': 'false' }, status);
    expect(await counted(answer, { retry: always, keys: { conflict: 'retry' } })).toBe(1);
    expect(await counted(saying({ 'Stripe-Should-Retry': 'true' }, 500))).toBe(2);
  });
});

describe('conflict', () => {
  it("of 'retry' tries a 409 again, as the service still works on the first", async () => {
    expect(await counted(409, { keys: { conflict: 'retry' } })).toBe(2);
    expect(await counted(409, { keys: { conflict: 'retry' }, retry: { retryOn: () => false } })).toBe(2);
  });

  it("of 'stop' brings it home", async () => {
    expect(await counted(409, { keys: { conflict: 'stop' } })).toBe(1);
  });
});

it('without a key, of other methods, changes nothing', async () => {
  expect(await counted(409, { method: 'PUT', keys: { conflict: 'retry' } })).toBe(1);
  expect(await counted(saying({ 'Idempotent-Replayed': 'true' }, 503), { method: 'PUT' })).toBe(2);
});

describe('a body that is a stream', () => {
  const stream = () => new Blob(['text']).stream();

  it('is sent once, and what went wrong comes home', async () => {
    const { attempts, result } = await attemptsOf(503, { params: stream() });
    expect({ attempts, kind: result.error?.kind, status: result.error?.status }).toEqual({
      attempts: 1,
      kind: 'http',
      status: 503,
    });
  });

  it('is sent once whatever the rules say', async () => {
    const more = { retry: always, keys: { conflict: 'retry' } } as const;
    for (const answer of [409, 503]) expect(await counted(answer, { ...more, params: stream() })).toBe(1);
  });

  it('has a key all the same', async () => {
    const { api, requests } = createTestClient({
      middleware: [new IdempotencyPlugin()],
      endpoint: { method: 'POST' },
    });
    await api.call(stream());
    expect(new Headers(requests[0]!.init.headers).get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
  });
});
