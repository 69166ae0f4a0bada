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

/** The number of attempts after a keyed POST that always receives this response, and its Result. */
const attemptsOf = async (answer: Answer, { keys, retry, method = 'POST', params }: Case = {}) => {
  const { api, requests } = createTestClient({
    middleware: [new IdempotencyPlugin(keys), retryMiddleware({ max: 1, ...retry })],
    answers: [answer],
    endpoint: { method },
  });
  let isOver = false;
  const call = api.call(params).finally(() => (isOver = true));
  // Again and again: some platforms read a body in another thread, and the wait for a retry starts afterwards.
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

describe.each(RULES)('a keyed POST is retried by %s (rules.md#idempotency)', (_rule, retry) => {
  it.each([408, 425, 429, 500, 503])('after %d', async (status) => {
    expect(await counted(status, { retry })).toBe(2);
  });

  it('after a lost response', async () => {
    expect(await counted(new TypeError('reset'), { retry })).toBe(2);
  });

  it("after an attempt's timeout", async () => {
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

  it.each([400, 403, 404, 409, 422])('but not after %d', async (status) => {
    expect(await counted(status, { retry })).toBe(1);
  });
});

describe('a key stops a retry, whatever its rule decides,', () => {
  it.each([400, 409, 422])('after %d', async (status) => {
    expect(await counted(status, { retry: always })).toBe(1);
    expect(await counted(status, { retry: always, method: 'PUT' })).toBe(2);
  });

  it.each([500, 200, 429])('after a replayed %d', async (status) => {
    const answer = saying({ 'Idempotent-Replayed': 'true' }, status);
    expect(await counted(answer, { retry: always })).toBe(1);
    expect(await counted(answer, { retry: always, keys: { conflict: 'retry' } })).toBe(1);
    expect(await counted(saying({ 'Idempotent-Replayed': 'false' }, status), { retry: always })).toBe(2);
  });

  it.each([500, 409])('after a %d that marks another attempt as useless', async (status) => {
    const answer = saying({ 'Stripe-Should-Retry': 'false' }, status);
    expect(await counted(answer, { retry: always, keys: { conflict: 'retry' } })).toBe(1);
    expect(await counted(saying({ 'Stripe-Should-Retry': 'true' }, 500))).toBe(2);
  });
});

describe('conflict', () => {
  it("with 'retry' retries a 409, as the service still works on the first request", async () => {
    expect(await counted(409, { keys: { conflict: 'retry' } })).toBe(2);
    expect(await counted(409, { keys: { conflict: 'retry' }, retry: { retryOn: () => false } })).toBe(2);
  });

  it("with 'stop' returns the 409", async () => {
    expect(await counted(409, { keys: { conflict: 'stop' } })).toBe(1);
  });
});

it('other methods without a key behave as usual', async () => {
  expect(await counted(409, { method: 'PUT', keys: { conflict: 'retry' } })).toBe(1);
  expect(await counted(saying({ 'Idempotent-Replayed': 'true' }, 503), { method: 'PUT' })).toBe(2);
});

describe('a stream body', () => {
  const stream = () => new Blob(['text']).stream();

  it('is sent once, and its failure is returned', async () => {
    const { attempts, result } = await attemptsOf(503, { params: stream() });
    expect({ attempts, kind: result.error?.kind, status: result.error?.status }).toEqual({
      attempts: 1,
      kind: 'http',
      status: 503,
    });
  });

  it('is sent once whatever the rules decide', async () => {
    const more = { retry: always, keys: { conflict: 'retry' } } as const;
    for (const answer of [409, 503]) expect(await counted(answer, { ...more, params: stream() })).toBe(1);
  });

  it('is sent with a key', async () => {
    const { api, requests } = createTestClient({
      middleware: [new IdempotencyPlugin()],
      endpoint: { method: 'POST' },
    });
    await api.call(stream());
    expect(new Headers(requests[0]!.init.headers).get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
  });
});
