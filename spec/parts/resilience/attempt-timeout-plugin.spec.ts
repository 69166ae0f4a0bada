import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryMiddleware } from '../../../lib/index.js';
import { AttemptTimeoutPlugin } from '../../../lib/resilience.js';
import { mockContext } from '../../../lib/testing.js';
import { answering, type AnsweringOptions } from '../../support/answering.js';
import { heldFetch } from '../../support/held-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const steady = { baseDelay: 50, jitter: false } as const;

const hanging = (max: number, more: AnsweringOptions = {}) => {
  const { fetch, requests } = heldFetch();
  const { api } = answering([retryMiddleware({ ...steady, max }), new AttemptTimeoutPlugin(100)], {
    ...more,
    fetch,
  });
  return { api, requests };
};

describe('AttemptTimeoutPlugin (rules.md#retry)', () => {
  it('ends an attempt that takes longer, as a timeout that says so', async () => {
    const { api } = hanging(0);
    const call = api.read();
    await vi.advanceTimersByTimeAsync(100);
    const { error } = await call;
    expect([error?.kind, (error?.cause as Error).name]).toEqual(['timeout', 'TimeoutError']);
    expect(error?.message).toBe("GET /things passed its attempt's deadline of 100 ms");
  });

  it('begins anew with each attempt, and not before the wait is over', async () => {
    const { api, requests } = hanging(2);
    const call = api.read();
    await vi.advanceTimersByTimeAsync(100 + 50 + 100 + 100 + 50);
    expect(requests).toHaveLength(3);
    requests[2]!.answer({ n: 3 });
    expect((await call).data).toEqual({ n: 3 });
  });

  it("leaves the call's own deadline to end the call, which has what the attempt did", async () => {
    const { api, requests } = hanging(3);
    const call = api.read({}, { timeout: 120 });
    await vi.advanceTimersByTimeAsync(120);
    const { error } = await call;
    expect(error?.message).toBe('GET /things passed its deadline of 120 ms');
    expect(error?.lastAttempt?.error.message).toBe("GET /things passed its attempt's deadline of 100 ms");
    expect(requests).toHaveLength(1);
  });

  it('leaves no timer behind', async () => {
    const { api, requests } = hanging(0);
    const call = api.read();
    await vi.advanceTimersByTimeAsync(10);
    requests[0]!.answer({ n: 1 });
    await call;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives its place to one that stands further inside', async () => {
    const ctx = mockContext();
    const next = async () => ({ data: ctx.request.attemptTimeout }) as never;
    const inner = () => new AttemptTimeoutPlugin(5).handle(ctx, next);
    expect((await new AttemptTimeoutPlugin(100).handle(ctx, inner)).data).toBe(5);
  });

  it.each<[unknown, string]>([
    [0, 'a number'],
    [-1, 'a number'],
    [NaN, 'NaN'],
  ])('refuses %o when it is made', (ms, what) => {
    const sentence = `AttemptTimeoutPlugin: its time is ${what}: pass milliseconds above 0.`;
    expect(() => new AttemptTimeoutPlugin(ms as number)).toThrow(new TypeError(sentence));
  });
});
