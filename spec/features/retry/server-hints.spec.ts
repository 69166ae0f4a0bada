import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryMiddleware, type RetryOptions } from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns when each request of a POST was sent, in ms after the first one. */
const sentAt = async (
  status: number,
  headers: Record<string, string>,
  options: RetryOptions = {},
): Promise<number[]> => {
  const { api, requests } = createTestClient({
    middleware: [retryMiddleware({ max: 1, jitter: false, ...options })],
    endpoint: { method: 'POST' },
    answer: () => new Response('', { status, headers }),
  });
  const call = api.call();
  await vi.runAllTimersAsync();
  await call;
  return requests.map(({ at }) => at - requests[0]!.at);
};

describe('x-should-retry (rules.md#retry)', () => {
  it.each<[string, number, string, number]>([
    ['true retries an error that is not retried by default', 409, 'true', 2],
    ['false stops a retry', 503, 'false', 1],
    ['with another value is ignored', 503, 'no', 2],
    ['with two values is ignored', 409, 'true, true', 1],
    ['is ignored on a success', 200, 'true', 1],
  ])('%s', async (_what, status, value, count) => {
    expect(await sentAt(status, { 'x-should-retry': value })).toHaveLength(count);
  });

  it('is ignored if retryOn decides, or if methods excludes the request', async () => {
    const headers = { 'x-should-retry': 'true' };
    expect(await sentAt(503, headers, { retryOn: () => false })).toHaveLength(1);
    expect(await sentAt(503, headers, { methods: 'idempotent' })).toHaveLength(1);
    expect(await sentAt(503, { 'x-should-retry': 'false' }, { retryOn: () => true })).toHaveLength(2);
  });
});

describe('retry-after-ms (rules.md#retry)', () => {
  it.each<[string, number, Record<string, string>, number]>([
    ['is the wait, on any status', 500, { 'retry-after-ms': '40' }, 40],
    ['wins over Retry-After', 429, { 'retry-after-ms': '40', 'retry-after': '2' }, 40],
    ['is limited by maxDelay', 500, { 'retry-after-ms': '9'.repeat(400) }, 30_000],
    ['is ignored if it is negative', 500, { 'retry-after-ms': '-1' }, 250],
    ['is ignored if it is not a decimal number', 500, { 'retry-after-ms': '1e3' }, 250],
    ['is ignored if it is empty', 503, { 'retry-after-ms': '', 'retry-after': '2' }, 2000],
  ])('%s', async (_what, status, headers, wait) => {
    expect(await sentAt(status, headers, { methods: 'all', retryOn: () => true })).toEqual([0, wait]);
  });

  it('is ignored without respectRetryAfter', async () => {
    const headers = { 'retry-after-ms': '40' };
    expect(await sentAt(500, headers, { respectRetryAfter: false })).toEqual([0, 250]);
  });

  it('ends the retries under beyondRetryAfter: stop if it exceeds maxDelay', async () => {
    expect(await sentAt(500, { 'retry-after-ms': '31000' }, { beyondRetryAfter: 'stop' })).toEqual([0]);
  });
});
