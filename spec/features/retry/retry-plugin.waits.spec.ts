import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallOptions, type Middleware, retryMiddleware, type RetryOptions } from '../../../lib/index.js';
import { createTestClient, stubFetch, type TestClientOptions } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { heldFetch } from '../../support/held-fetch.js';

const always: RetryOptions = { delay: () => 3000, jitter: false, retryOn: () => true };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(1);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A call in its first wait, which takes 3 s. */
const waiting = async (options: CallOptions, more: TestClientOptions & { retry?: RetryOptions } = {}) => {
  const { api, requests, onError } = createTestClient({
    middleware: [retryMiddleware(more.retry ?? always)],
    answers: [503],
    ...more,
  });
  const call = api.call(undefined, options);
  await flush();
  expect(requests).toHaveLength(1);
  return { call, arrived: requests, onError };
};

describe('trap 25: a wait', () => {
  it('ends at once if the call is aborted, and nothing more is sent', async () => {
    const leaving = new AbortController();
    const { call, arrived, onError } = await waiting({ signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(200);
    leaving.abort('enough');
    expect((await call).error).toMatchObject({ kind: 'abort', status: 0, body: 'enough' });
    await vi.runAllTimersAsync();
    expect(arrived).toHaveLength(1);
    expect(onError).not.toHaveBeenCalled();
  });

  it('ends at once at the deadline, and nothing more is sent', async () => {
    const { call, arrived, onError } = await waiting({ timeout: 200 });
    await vi.advanceTimersByTimeAsync(200);
    expect((await call).error).toMatchObject({
      kind: 'timeout',
      sent: true,
      attempts: 1,
      lastAttempt: { error: { status: 503 } },
    });
    await vi.runAllTimersAsync();
    expect(arrived).toHaveLength(1);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('neither starts nor is announced if the call was aborted during the attempt', async () => {
    const { fetch, requests } = heldFetch();
    const leaving = new AbortController();
    const onRetry = vi.fn();
    const { api } = createTestClient({ middleware: [retryMiddleware({ ...always, onRetry })], fetch });
    const call = api.call(undefined, { signal: leaving.signal });
    await flush();
    leaving.abort();
    expect((await call).error?.kind).toBe('abort');
    await vi.runAllTimersAsync();
    expect([requests.length, onRetry.mock.calls.length]).toEqual([1, 0]);
  });

  it.each<[string, CallOptions]>([
    ['abort', {}],
    ['timeout', { timeout: 50 }],
  ])('ends with %s and sends nothing more if fetch ignores signals', async (kind, options) => {
    const leaving = new AbortController();
    const fetch = vi.fn(() => new Promise<Response>(() => {}));
    const { api } = createTestClient({ middleware: [retryMiddleware(always)], fetch });
    const call = api.call(undefined, { signal: leaving.signal, ...options });
    await vi.advanceTimersByTimeAsync(50);
    leaving.abort();
    expect((await call).error?.kind).toBe(kind);
    await vi.runAllTimersAsync();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('ends with a custom reason as an abort', async () => {
    const leaving = new AbortController();
    const { call } = await waiting({ signal: leaving.signal });
    leaving.abort(Object.assign(new Error('late'), { name: 'TimeoutError' }));
    expect((await call).error?.kind).toBe('abort');
  });

  it('ends if retryOn aborts the call itself', async () => {
    const leaving = new AbortController();
    const retryOn = () => {
      leaving.abort();
      return true;
    };
    const fetch = stubFetch({ answers: [503] });
    const { requests } = fetch;
    const { api } = createTestClient({ middleware: [retryMiddleware({ retryOn })], fetch });
    expect((await api.call(undefined, { signal: leaving.signal })).error?.kind).toBe('abort');
    expect(requests).toHaveLength(1);
  });
});

describe('the signal of an attempt (rules.md#retry)', () => {
  const impatient: Middleware = (ctx, next) => {
    ctx.request.signal = AbortSignal.abort(new Error('this attempt only'));
    return next();
  };

  it("is the call's own signal again, even if an inner middleware replaced it", async () => {
    const seen: unknown[] = [];
    const watch: Middleware = (ctx, next) => {
      seen.push(ctx.request.signal);
      return next();
    };
    const { signal } = new AbortController();
    const { api } = createTestClient({
      middleware: [retryMiddleware({ ...always, max: 2 }), watch, impatient],
    });
    const call = api.call(undefined, { signal });
    await vi.runAllTimersAsync();
    await call;
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(1);
    expect((seen[0] as AbortSignal).aborted).toBe(false);
  });

  it("doesn't end the wait if an inner middleware installed it", async () => {
    const installed = new AbortController();
    const inner: Middleware = (ctx, next) => {
      ctx.request.signal = installed.signal;
      return next();
    };
    const { api, requests } = createTestClient({
      middleware: [retryMiddleware({ ...always, max: 1 }), inner],
      answers: [503],
    });
    const call = api.call();
    await flush();
    installed.abort();
    await vi.runAllTimersAsync();
    expect((await call).error?.kind).toBe('abort');
    expect(requests).toHaveLength(1);
  });
});

describe('trap 30: a retry leaves nothing behind:', () => {
  const run = async (options: CallOptions, answers: readonly number[]) => {
    const { api } = createTestClient({
      middleware: [retryMiddleware(always)],
      answers: [...answers, { n: 1 }],
    });
    const call = api.call(undefined, options);
    await vi.advanceTimersByTimeAsync(10_000);
    await call;
  };

  it.each<[string, readonly number[]]>([
    ['a success', []],
    ['retries', [503, 503]],
    ['a failure', [503, 503, 503, 503]],
  ])('no timer and no listener after %s', async (_end, answers) => {
    const { signal } = new AbortController();
    await run({ signal, timeout: 60_000 }, answers);
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('no timer and no listener after an abort during a wait', async () => {
    const leaving = new AbortController();
    const { call } = await waiting({ signal: leaving.signal, timeout: 60_000 });
    leaving.abort();
    await call;
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(leaving.signal, 'abort')).toHaveLength(0);
  });

  it("no listener on a middleware's signal that aborts during a wait", async () => {
    const leaving = new AbortController();
    const install: Middleware = (ctx, next) => {
      ctx.request.signal = leaving.signal;
      return next();
    };
    const { api } = createTestClient({ middleware: [install, retryMiddleware(always)], answers: [503] });
    const call = api.call();
    await flush();
    leaving.abort();
    expect((await call).error?.kind).toBe('abort');
    expect(getEventListeners(leaving.signal, 'abort')).toHaveLength(0);
  });

  it('no request and no timer of a call that was superseded during a wait', async () => {
    const { api, requests } = createTestClient({
      middleware: [retryMiddleware(3)],
      endpoint: { dedupe: true },
      answers: [503, { n: 2 }],
    });
    const older = api.call();
    await flush();
    const newer = api.call();
    await vi.advanceTimersByTimeAsync(1);
    expect({ kind: (await older).error?.kind, data: (await newer).data }).toEqual({
      kind: 'abort',
      data: { n: 2 },
    });
    expect(vi.getTimerCount()).toBe(0);
    expect(requests).toHaveLength(2);
  });
});
