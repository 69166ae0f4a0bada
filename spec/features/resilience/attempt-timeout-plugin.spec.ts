import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { retryMiddleware } from '../../../lib/index.js';
import { AttemptTimeoutPlugin } from '../../../lib/entries/resilience.js';
import { mockContext } from '../../../lib/entries/testing.js';
import { createTestClient, type TestClientOptions } from '../../support/client.js';
import { heldFetch } from '../../support/held-fetch.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const steady = { baseDelay: 50, jitter: false } as const;

const hanging = (max: number, more: TestClientOptions = {}) => {
  const { api, requests } = createTestClient({
    held: true,
    middleware: [retryMiddleware({ ...steady, max }), new AttemptTimeoutPlugin(100)],
    ...more,
  });
  return { api, requests };
};

describe('AttemptTimeoutPlugin (rules.md#retry)', () => {
  it('ends an attempt that takes longer with a timeout error that names the attempt', async () => {
    const { api } = hanging(0);
    const call = api.call();
    await vi.advanceTimersByTimeAsync(100);
    const { error } = await call;
    expect({ kind: error?.kind, name: (error?.cause as Error).name }).toEqual({
      kind: 'timeout',
      name: 'TimeoutError',
    });
    expect(error?.message).toBe('GET /things attempt timed out after 100 ms');
  });

  it('starts again with each attempt, and not before the wait between attempts is over', async () => {
    const { api, requests } = hanging(2);
    const call = api.call();
    await vi.advanceTimersByTimeAsync(100 + 50 + 100 + 100 + 50);
    expect(requests).toHaveLength(3);
    requests[2]!.answer({ n: 3 });
    expect((await call).data).toEqual({ n: 3 });
  });

  it("lets the call's own timeout end the call, with the outcome of the last attempt", async () => {
    const { api, requests } = hanging(3);
    const call = api.call({}, { timeout: 120 });
    await vi.advanceTimersByTimeAsync(120);
    const { error } = await call;
    expect(error?.message).toBe('GET /things timed out after 120 ms');
    expect(error?.lastAttempt?.error.message).toBe('GET /things attempt timed out after 100 ms');
    expect(requests).toHaveLength(1);
  });

  it('leaves no timer behind', async () => {
    const { api, requests } = hanging(0);
    const call = api.call();
    await vi.advanceTimersByTimeAsync(10);
    requests[0]!.answer({ n: 1 });
    await call;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives way to an AttemptTimeoutPlugin further inside', async () => {
    const ctx = mockContext();
    const next = async () => ({ data: ctx.request.attemptTimeout }) as never;
    const inner = () => new AttemptTimeoutPlugin(5).handle(ctx, next);
    expect((await new AttemptTimeoutPlugin(100).handle(ctx, inner)).data).toBe(5);
  });

  it('is overridden by the option of the call, the endpoint, the copy or the client, in this order', async () => {
    const { fetch } = heldFetch();
    const plugin = new AttemptTimeoutPlugin(1000);
    const messageOf = async (
      attemptTimeouts: Partial<Record<'client' | 'copy' | 'endpoint' | 'call', number>>,
    ): Promise<string | undefined> => {
      const { client, copy, endpoint, call } = attemptTimeouts;
      const { api } = createTestClient({
        middleware: [plugin],
        fetch,
        attemptTimeout: client,
        endpoint: { attemptTimeout: endpoint },
      });
      const result = api.with({ attemptTimeout: copy }).call({}, { attemptTimeout: call });
      await vi.advanceTimersByTimeAsync(1000);
      return (await result).error?.message.split(' after ')[1];
    };
    expect(await messageOf({})).toBe('1000 ms');
    expect(await messageOf({ client: 40 })).toBe('40 ms');
    expect(await messageOf({ client: 40, copy: 30 })).toBe('30 ms');
    expect(await messageOf({ client: 40, copy: 30, endpoint: 20 })).toBe('20 ms');
    expect(await messageOf({ client: 40, copy: 30, endpoint: 20, call: 10 })).toBe('10 ms');
  });

  it.each([0, -1, NaN])('is switched off for each attempt by an option of %o', async (attemptTimeout) => {
    const { api, requests } = hanging(1, { endpoint: { method: 'PUT', timeout: 0, attemptTimeout } });
    const upload = api.call({ file: '…' });
    await vi.advanceTimersByTimeAsync(3_600_000);
    requests[0]!.answer({}, { status: 503 });
    await vi.advanceTimersByTimeAsync(3_600_000);
    requests[1]!.answer({ n: 2 });
    expect((await upload).data).toEqual({ n: 2 });
  });

  it('applies again after a call whose option switched it off', async () => {
    const { api } = hanging(0);
    void api.call({}, { attemptTimeout: 0 });
    const call = api.call();
    await vi.advanceTimersByTimeAsync(100);
    expect((await call).error?.kind).toBe('timeout');
  });

  it.each<[unknown, string]>([
    [0, '0'],
    [-1, '-1'],
    [NaN, 'NaN'],
  ])('rejects %o when it is created', (ms, what) => {
    const sentence = `AttemptTimeoutPlugin timeout is ${what}: pass milliseconds above 0.`;
    expect(() => new AttemptTimeoutPlugin(ms as number)).toThrow(new TypeError(sentence));
  });
});
