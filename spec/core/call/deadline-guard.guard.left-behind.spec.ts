import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CallOptions, type Middleware, type MiddlewareNext } from '../../../lib/index.js';
import { jsonResponse, successResult } from '../../../lib/entries/testing.js';
import { flush } from '../../support/flush.js';
import { createTestClient, stubFetch } from '../../support/client.js';
import { Exchanging } from '../../support/exchanging.js';

const stale = successResult('stale');

/** Returns a stale Result at once, and lets the request continue. */
const staleWhileRevalidate: Middleware = async (_ctx, next) => {
  void next();
  return stale;
};

/** Returns a middleware, and the `next` that it keeps, so that a spec can call it long after the call has settled. */
const withLateNext = () => {
  const late: { next?: () => Promise<unknown> } = {};
  const middleware: Middleware = async (_ctx, next) => {
    late.next = next;
    return stale;
  };
  return { late, middleware };
};

const elapse = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** The signal of a call, which aborts after so many milliseconds. */
const signalFor = (ms: number): AbortSignal => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
};

/** What ends a call after 20 ms. */
const ends: [string, string, () => CallOptions][] = [
  ['the deadline', 'timeout', () => ({ timeout: 20 })],
  ['the signal', 'abort', () => ({ signal: signalFor(20) })],
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a request that still runs when its call has settled', () => {
  it.each(ends)('is aborted by %s, and then leaves nothing behind', async (_what, _kind, make) => {
    const { api, requests } = createTestClient({ held: true, middleware: [staleWhileRevalidate] });
    const options = make();
    const result = await api.call({}, options);
    expect({ data: result.data, aborted: requests[0]!.init.signal!.aborted }).toEqual({
      data: 'stale',
      aborted: false,
    });
    await elapse(20);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    if (options.signal) expect(getEventListeners(options.signal, 'abort')).toEqual([]);
  });

  it.each(ends)('inside a next() with options is aborted by %s of the call', async (_what, _kind, make) => {
    const limited: Middleware = (_ctx, next) => next({ timeout: 5 });
    const { api, requests } = createTestClient({ held: true, middleware: [limited, staleWhileRevalidate] });
    expect((await api.call({}, make())).data).toBe('stale');
    await elapse(19);
    expect(requests[0]!.init.signal!.aborted).toBe(false);
    await elapse(1);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it.each(ends)(
    'is aborted by %s if a plugin sent it and returned another response',
    async (_what, _kind, make) => {
      const racing = new Exchanging((send, url, init) => Promise.race([send(url, init), send(url, init)]));
      const { api, requests } = createTestClient({ held: true, middleware: [racing] });
      const options = make();
      const call = api.call({}, options);
      await flush();
      requests[0]!.answer({});
      expect((await call).error).toBeNull();
      expect(requests[1]!.init.signal!.aborted).toBe(false);
      await elapse(20);
      expect(requests[1]!.init.signal!.aborted).toBe(true);
      await flush();
      if (options.signal) expect(getEventListeners(options.signal, 'abort')).toEqual([]);
    },
  );

  it('leaves no listener and no timer after its response', async () => {
    const { signal } = new AbortController();
    const { api, requests } = createTestClient({ held: true, middleware: [staleWhileRevalidate] });
    await api.call({}, { signal, timeout: 60_000 });
    const left = (): number[] => [getEventListeners(signal, 'abort').length, vi.getTimerCount()];
    expect(left()).toEqual([1, 1]);
    requests[0]!.answer({});
    await flush();
    expect(left()).toEqual([0, 0]);
  });

  it('leaves no listener when a middleware removes the error of a Result and calls next() again after an abort', async () => {
    const installed = new AbortController().signal;
    const leaving = new AbortController();
    const taking: Middleware = async (ctx, next) => {
      ctx.request.signal = installed;
      const result = await next();
      Object.assign(result, { error: null });
      leaving.abort();
      const again = await next();
      Object.assign(again, { error: null });
      return next();
    };
    const { call } = createTestClient({ fetch: stubFetch({ data: {}, status: 500 }) }).api;
    const running = call({}, { signal: leaving.signal, middleware: [taking] });
    // The third attempt waits for a turn before it ends, and the call doesn't wait for that.
    await elapse(1);
    expect((await running).error?.kind).toBe('abort');
    expect(getEventListeners(installed, 'abort')).toEqual([]);
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
  });

  it("an aborted call leaves no listener on the signal of its client's copy", async () => {
    const { signal } = new AbortController();
    const { call } = createTestClient().api.with({ signal });
    expect((await call({}, { signal: AbortSignal.abort() })).error?.kind).toBe('abort');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it.each<[string, CallOptions]>([
    ['settles', {}],
    ['times out', { timeout: 5 }],
  ])('a call %s even if its signal throws when a listener is removed', async (how, options) => {
    const { signal } = new AbortController();
    signal.removeEventListener = () => {
      throw new Error('no');
    };
    const fetch = how === 'settles' ? stubFetch() : stubFetch({ held: true, ignoresSignal: true });
    const call = createTestClient({ fetch }).api.call({}, { ...options, signal });
    await elapse(5);
    const { error } = await call;
    expect(error?.kind).toBe(how === 'settles' ? undefined : 'timeout');
  });

  it('leaves a shared request at its deadline, so that a later call sends a new request', async () => {
    const { api, requests } = createTestClient({
      held: true,
      middleware: [staleWhileRevalidate],
      endpoint: { share: true },
    });
    await api.call({}, { timeout: 20 });
    await elapse(20);
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    await api.call({}, { timeout: 20 });
    expect(requests).toHaveLength(2);
  });

  it("doesn't cause an unhandled rejection when an inner middleware throws", async () => {
    const throwing: Middleware = () => Promise.reject(new Error('inside'));
    const { api, requests } = createTestClient({
      held: true,
      middleware: [staleWhileRevalidate],
      endpoint: { middleware: [throwing] },
    });
    expect((await api.call()).data).toBe('stale');
    await flush();
    expect(requests).toEqual([]);
  });
});

describe('a first next() after the call has settled', () => {
  it('sends a request before the deadline, and the deadline aborts it', async () => {
    const { late, middleware } = withLateNext();
    const { api, requests } = createTestClient({ held: true, middleware: [middleware] });
    await api.call({}, { timeout: 40 });
    const running = late.next!();
    await flush();
    expect(requests).toHaveLength(1);
    await elapse(40);
    expect(await running).toMatchObject({ error: { kind: 'timeout' } });
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it.each<[string, string, () => CallOptions, Middleware[]]>([
    ...ends.map((end): [...typeof end, Middleware[]] => [...end, []]),
    ...ends.map(([what, kind, make]): [...(typeof ends)[0], Middleware[]] => [
      `${what}, inside a next() with options`,
      kind,
      make,
      [(_ctx, next) => next({ timeout: 5 })],
    ]),
  ])('sends nothing after %s', async (_what, kind, make, outer) => {
    const { late, middleware } = withLateNext();
    const { api, requests } = createTestClient({ held: true, middleware: [...outer, middleware] });
    await api.call({}, make());
    await elapse(20);
    expect(await late.next!()).toMatchObject({ error: { kind } });
    expect(requests).toEqual([]);
  });
});

describe('a deadline that has passed', () => {
  // Real time, because no timer runs while this loop does.
  beforeEach(() => void vi.useRealTimers());

  const busy: Middleware = (_ctx, next) => {
    const end = performance.now() + 30;
    while (performance.now() < end);
    return next();
  };
  const within =
    (timeout: number): Middleware =>
    (_ctx, next) =>
      next({ timeout });

  it.each<[string, Middleware[], CallOptions]>([
    ['the call', [busy], { timeout: 10 }],
    ['next()', [within(10), busy], {}],
    ['an outer next()', [within(10), within(60_000), busy], { attemptTimeout: 60_000 }],
  ])('of %s lets nothing be sent, even if the thread was busy', async (_what, middleware, options) => {
    const { api, requests } = createTestClient({ middleware });
    const { error } = await api.call({}, options);
    expect({ kind: error?.kind, length: requests.length }).toEqual({ kind: 'timeout', length: 0 });
  });
});

describe('a middleware that continues after its call has timed out', () => {
  it("can't change the caller's Result", async () => {
    const late: { result?: Record<string, unknown> } = {};
    let goOn = (): void => {};
    const settled = new Promise<void>((resolve) => (goOn = resolve));
    const meddling: Middleware = async (_ctx, next) => {
      await settled;
      late.result = (await next()) as never;
      return stale;
    };
    const { api } = createTestClient({ held: true, middleware: [meddling] });
    const call = api.call({}, { timeout: 10 });
    // A stuck chain has one more turn after the deadline.
    await elapse(11);
    const result = await call;
    goOn();
    await elapse(1);
    expect(() => Object.assign(late.result!, { error: null, data: 'mine' })).toThrow(TypeError);
    expect(result).toMatchObject({ data: null, error: { kind: 'timeout' } });
  });
});

describe('an error that a middleware kept from another call', () => {
  it('is returned with the retry() of the call that returns it', async () => {
    let kept: Awaited<ReturnType<Middleware>> | undefined;
    const keeping: Middleware = async (_ctx, next) => (kept ??= await next());
    const { api, requests } = createTestClient({ held: true, middleware: [keeping] });
    const first = api.call({}, { headers: { user: 'ann' } });
    await flush();
    requests[0]!.answer(jsonResponse({}, { status: 500 }));
    await first;
    const second = await api.call({}, { headers: { user: 'ben' } });
    kept = undefined;
    void second.retry();
    await flush();
    expect(new Headers(requests[1]!.init.headers).get('user')).toBe('ben');
  });
});

describe('a middleware that tries until it succeeds', () => {
  // Real timers: a chain that never let the event loop run would stop them.
  beforeEach(() => void vi.useRealTimers());

  let isOver = false;
  const untilUp: Middleware = async (_ctx, next) => {
    let result = await next();
    while (result.error && !isOver) result = await next();
    return result;
  };
  const down = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    throw new TypeError('refused');
  };

  it.each([
    ...ends,
    ['a signal that is already aborted', 'abort', () => ({ signal: AbortSignal.abort() })],
  ] as typeof ends)("is abandoned after %s, and doesn't block anything else", async (_what, _kind, make) => {
    isOver = false;
    const { api } = createTestClient({ middleware: [untilUp], fetch: down });
    const { error } = await api.call({}, make());
    expect(error?.status).toBe(0);
    // The middleware still tries, and timers continue to fire.
    await new Promise((resolve) => setTimeout(resolve, 5));
    isOver = true;
  });

  it.each<[string, CallOptions, Parameters<MiddlewareNext>[0]]>([
    ['a timeout, after the call was aborted', { signal: AbortSignal.abort() }, { timeout: 60_000 }],
    ['a signal that is already aborted', {}, { signal: AbortSignal.abort() }],
  ])('lets timers fire between two next() with %s', async (_what, options, limits) => {
    let hasFired = false;
    setTimeout(() => void (hasFired = true), 0);
    const trying: Middleware = async (_ctx, next) => {
      let result = await next(limits);
      for (let tries = 1; tries < 100 && !hasFired; tries += 1) result = await next(limits);
      return result;
    };
    const { api } = createTestClient({ middleware: [trying] });
    expect((await api.call({}, options)).error?.kind).toBe('abort');
    expect(hasFired).toBe(true);
  });
});
