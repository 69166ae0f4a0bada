import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Middleware, type OpenBody, Request, type Result, retryMiddleware } from '../../../lib/index.js';
import { reader } from '../../../lib/entries/stream.js';
import { Exchanging } from '../../support/exchanging.js';
import { createTestClient } from '../../support/client.js';
import { watch } from '../../support/watch.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const limiting =
  (ms: number | undefined): Middleware =>
  (ctx, next) => {
    ctx.request.attemptTimeout = ms;
    return next();
  };

const RETRY = { delay: () => 10, jitter: false, retryOn: (result: Result<unknown>) => result.error !== null };

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

describe('the option attemptTimeout (rules.md#deadlines-and-aborts)', () => {
  it('limits each attempt without any plugin', async () => {
    const { api, requests } = createTestClient({
      held: true,
      middleware: [retryMiddleware({ max: 1, ...RETRY })],
      endpoint: { path: '/', attemptTimeout: 100 },
    });
    const call = watch(api.call());
    await pass(110);
    expect(requests.map(({ init }) => init.signal!.aborted)).toEqual([true, false]);
    await pass(100);
    expect(call.result!.error).toMatchObject({
      kind: 'timeout',
      attempts: 2,
      message: 'GET / attempt timed out after 100 ms',
    });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('can be read and changed by a middleware as ctx.request.attemptTimeout', async () => {
    const found: unknown[] = [];
    const lifting: Middleware = (ctx, next) => {
      found.push(ctx.request.attemptTimeout);
      ctx.request.attemptTimeout = undefined;
      return next();
    };
    const { api } = createTestClient({ held: true, middleware: [lifting] });
    const calls = [watch(api.call({}, { attemptTimeout: 100 })), watch(api.call())];
    await pass(1000);
    expect([found, calls.map(({ result }) => result)]).toEqual([
      [100, undefined],
      [null, null],
    ]);
  });

  it.each([
    [0.5, 1],
    [99.9, 99],
  ])('ends an attempt after its value, rounded: %d is %d ms', async (attemptTimeout, ms) => {
    const { api } = createTestClient({ held: true });
    const call = watch(api.call({}, { attemptTimeout }));
    await pass(ms - 1);
    expect(call.result).toBeNull();
    await pass(1);
    expect(call.result!.error?.kind).toBe('timeout');
  });

  it.each([0, -1, NaN])('sets no limit and no timer for %d', async (attemptTimeout) => {
    const { api } = createTestClient({ held: true, endpoint: { attemptTimeout: 100 } });
    void api.call({}, { attemptTimeout });
    await pass(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is kept by retry() and Request.with', async () => {
    const { api, requests } = createTestClient({
      held: true,
      endpoint: new Request({ method: 'GET', path: '/' }).with({ attemptTimeout: 100 }).config,
    });
    const call = watch(api.call());
    await pass(100);
    const again = watch(call.result!.retry());
    await pass(100);
    expect({ kind: again.result!.error?.kind, length: requests.length }).toEqual({
      kind: 'timeout',
      length: 2,
    });
  });
});

describe('ctx.request.attemptTimeout', () => {
  it("ends a longer attempt with a 'timeout' Result, and aborts its request", async () => {
    const { api, requests, onError } = createTestClient({
      held: true,
      middleware: [limiting(100)],
      endpoint: { path: '/' },
    });
    const call = watch(api.call());
    await pass(99);
    expect({ result: call.result, aborted: requests[0]!.init.signal!.aborted }).toEqual({
      result: null,
      aborted: false,
    });
    await pass(1);
    expect(call.result!.error).toMatchObject({
      kind: 'timeout',
      status: 0,
      message: 'GET / attempt timed out after 100 ms',
      cause: { name: 'TimeoutError', message: 'attempt timed out after 100 ms' },
    });
    expect(requests[0]!.init.signal!.reason).toBe(call.result!.error!.cause);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('lets retry send a timed-out attempt again, with the full time for each attempt', async () => {
    const { api, requests } = createTestClient({
      held: true,
      middleware: [limiting(100), retryMiddleware({ max: 2, ...RETRY })],
    });
    const call = watch(api.call());
    await pass(110);
    expect(requests).toHaveLength(2);
    await pass(60);
    requests[1]!.answer({ n: 2 });
    await pass(0);
    expect(call.result!.data).toEqual({ n: 2 });
    expect(requests[1]!.init.signal!.aborted).toBe(false);
  });

  it('applies to every attempt that starts while it is set', async () => {
    const limits = [undefined, 50, undefined];
    const set: Middleware = (ctx, next) => {
      ctx.request.attemptTimeout = limits.shift();
      return next();
    };
    const { api, requests } = createTestClient({
      held: true,
      middleware: [retryMiddleware({ max: 2, ...RETRY }), set],
    });
    void api.call();
    await pass(1000);
    expect(requests).toHaveLength(1);
    requests[0]!.answer(null, { status: 503 });
    await pass(10);
    expect(requests).toHaveLength(2);
    await pass(60);
    expect(requests).toHaveLength(3);
    await pass(10_000);
    expect(requests[2]!.init.signal?.aborted ?? false).toBe(false);
    requests[2]!.answer({});
  });

  it("doesn't extend the call's deadline: no attempt starts after the deadline", async () => {
    const { api, requests } = createTestClient({
      held: true,
      middleware: [limiting(100), retryMiddleware({ max: 9, ...RETRY })],
    });
    const call = watch(api.call({}, { timeout: 250 }));
    await pass(250);
    expect(call.result!.error).toMatchObject({
      kind: 'timeout',
      cause: { message: 'timed out after 250 ms' },
    });
    expect(requests).toHaveLength(3);
    await pass(10_000);
    expect([requests.length, vi.getTimerCount()]).toEqual([3, 0]);
  });

  it("doesn't change the kind of an abort by the caller", async () => {
    const controller = new AbortController();
    const { api, requests } = createTestClient({ held: true, middleware: [limiting(100)] });
    const call = watch(api.call({}, { signal: controller.signal }));
    await pass(50);
    controller.abort();
    await pass(0);
    expect({ kind: call.result!.error?.kind, aborted: requests[0]!.init.signal!.aborted }).toEqual({
      kind: 'abort',
      aborted: true,
    });
  });

  it("works together with a signal that a middleware sets instead of the call's", async () => {
    let installed = new AbortController();
    const install: Middleware = (ctx, next) => {
      ctx.request.signal = installed.signal;
      return next();
    };
    const { api, requests } = createTestClient({ held: true, middleware: [limiting(100), install] });
    const late = watch(api.call());
    await pass(100);
    expect(late.result!.error?.kind).toBe('timeout');
    const aborted = watch(api.call());
    await pass(50);
    installed.abort();
    await pass(0);
    const { signal } = installed;
    installed = new AbortController();
    expect({ kind: aborted.result!.error?.kind, aborted: requests[1]!.init.signal!.aborted }).toEqual({
      kind: 'abort',
      aborted: true,
    });
    const answered = watch(api.call());
    await pass(0);
    requests[2]!.answer({ n: 1 });
    await pass(0);
    expect(answered.result!.data).toEqual({ n: 1 });
    for (const each of [signal, installed.signal]) expect(getEventListeners(each, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends only the attempt of its own caller under share: the other callers keep the request', async () => {
    const { api, requests } = createTestClient({ held: true, endpoint: { share: true } });
    const hasty = watch(api.call({}, { middleware: [limiting(100)] }));
    const patient = watch(api.call());
    await pass(100);
    expect(hasty.result!.error?.kind).toBe('timeout');
    expect({
      length: requests.length,
      aborted: requests[0]!.init.signal!.aborted,
      result: patient.result,
    }).toEqual({ length: 1, aborted: false, result: null });
    requests[0]!.answer({ n: 1 });
    await pass(0);
    expect(patient.result!.data).toEqual({ n: 1 });
  });

  it('lets a retry join the shared request that its first attempt left', async () => {
    const { api, requests } = createTestClient({
      held: true,
      middleware: [limiting(100), retryMiddleware({ max: 1, ...RETRY })],
      endpoint: {
        share: true,
      },
    });
    const patient = watch(api.call({}, { middleware: [limiting(undefined)] }));
    const hasty = watch(api.call());
    await pass(110);
    requests[0]!.answer({ n: 1 });
    await pass(0);
    expect([patient.result!.data, hasty.result!.data, requests.length]).toEqual([{ n: 1 }, { n: 1 }, 1]);
  });

  it.each([0, -1, NaN])('sets no limit when it is %j', async (odd) => {
    const { api, requests } = createTestClient({ held: true, middleware: [limiting(odd)] });
    const call = watch(api.call());
    await pass(2 ** 31);
    requests[0]!.answer({});
    await pass(0);
    expect(call.result!.error).toBeNull();
  });
});

describe('ctx.request.pauseAttempt', () => {
  /** Waits in its own queue for `ms`, with the clock of the attempt stopped. */
  const queueing = (ms: number, pauses = 1): Exchanging =>
    new Exchanging(async (send, url, init, { request }) => {
      const starts = Array.from({ length: pauses }, () => request.pauseAttempt());
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (const start of starts) {
        start();
        start();
      }
      return send(url, init);
    });

  it('stops the clock of the attempt while plugins around fetch wait, even nested or repeatedly', async () => {
    const { api } = createTestClient({
      held: true,
      middleware: [limiting(100), queueing(1000, 3), queueing(500)],
    });
    const call = watch(api.call());
    await pass(1599);
    expect(call.result).toBeNull();
    await pass(1);
    expect(call.result!.error?.kind).toBe('timeout');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('takes no time from the attempt for a pause that begins within another', async () => {
    const overlapping = new Exchanging(async (send, url, init, { request }) => {
      const startFirst = request.pauseAttempt();
      await new Promise((resolve) => setTimeout(resolve, 60));
      const startSecond = request.pauseAttempt();
      startFirst();
      startSecond();
      return send(url, init);
    });
    const { api } = createTestClient({ held: true, middleware: [limiting(100), overlapping] });
    const call = watch(api.call());
    await pass(159);
    expect(call.result).toBeNull();
    await pass(1);
    expect(call.result!.error?.kind).toBe('timeout');
  });

  it("does not stop the call's own deadline", async () => {
    const { api, requests } = createTestClient({ held: true, middleware: [limiting(100), queueing(1000)] });
    const call = watch(api.call({}, { timeout: 300 }));
    await pass(300);
    expect({ kind: call.result!.error?.kind, length: requests.length }).toEqual({
      kind: 'timeout',
      length: 0,
    });
    await pass(10_000);
    expect([requests.length, vi.getTimerCount()]).toEqual([0, 0]);
  });

  it('starts no clock after the attempt has ended, even if its body is still open', async () => {
    const starts: (() => void)[] = [];
    const forgetful = new Exchanging((send, url, init, { request }) => {
      starts.push(request.pauseAttempt());
      return send(url, init);
    });
    const responseType = reader({ open: (body) => body });
    const { api, requests } = createTestClient({
      held: true,
      middleware: [limiting(100), forgetful],
      endpoint: { responseType },
    });
    const call = watch(api.call());
    await pass(1000);
    requests[0]!.answer({});
    await pass(0);
    starts[0]!();
    await pass(1000);
    expect([call.result!.error, requests[0]!.init.signal!.aborted, vi.getTimerCount()]).toEqual([
      null,
      false,
      0,
    ]);
    (call.result!.data as OpenBody).end();
  });

  it('does nothing for an attempt without a limit', async () => {
    const { api, requests } = createTestClient({ held: true, middleware: [queueing(1000)] });
    const call = watch(api.call());
    await pass(1000);
    requests[0]!.answer({ n: 1 });
    await pass(0);
    expect(call.result!.data).toEqual({ n: 1 });
  });

  it('stops the clock of every caller that shares the waiting request', async () => {
    const { api, requests } = createTestClient({
      held: true,
      middleware: [limiting(100), queueing(1000)],
      endpoint: { share: true },
    });
    const first = watch(api.call());
    await pass(50);
    const second = watch(api.call());
    await pass(1000);
    expect([first.result, second.result, requests.length]).toEqual([null, null, 1]);
    requests[0]!.answer({ n: 1 });
    await pass(0);
    expect([first.result!.data, second.result!.data]).toEqual([{ n: 1 }, { n: 1 }]);
  });
});
