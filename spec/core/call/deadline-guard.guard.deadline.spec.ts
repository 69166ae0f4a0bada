import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Middleware, Result, StandardSchemaV1 } from '../../../lib/index.js';
import { errorResult, jsonResponse, successResult } from '../../../lib/entries/testing.js';
import { createTestClient, type Fetch, stubFetch, type TestClientOptions } from '../../support/client.js';
import { aborted, watch } from '../../support/watch.js';

const never = (): Promise<never> => new Promise(() => {});
const stuckBefore: Middleware = never;
const stuckAfter: Middleware = async (_ctx, next) => {
  await next();
  return never();
};
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const elapse = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a middleware that hangs past the deadline (trap 24, rules.md#deadlines-and-aborts)', () => {
  it.each<[string, Middleware]>([
    ['before next()', stuckBefore],
    ['after next()', stuckAfter],
  ])(
    "ends the call as 'timeout' one macrotask later, reported once, when it waits %s",
    async (_where, waiting) => {
      const onError = vi.fn();
      const seen = watch(createTestClient({ onError }).api.call({}, { timeout: 100, middleware: [waiting] }));
      await elapse(100);
      expect(seen.result).toBeNull();
      await elapse(2);
      const error = { kind: 'timeout', status: 0, body: { name: 'TimeoutError' } };
      expect(seen.result).toMatchObject({ response: null, error });
      expect(onError.mock.calls).toEqual([[seen.result?.error, expect.anything()]]);
    },
  );

  it("keeps the call a 'timeout' when the caller aborts within that macrotask", async () => {
    const controller = new AbortController();
    const abortLate: Middleware = async (ctx) => {
      await aborted(ctx.request.signal);
      controller.abort();
      return never();
    };
    const options = { timeout: 100, signal: controller.signal, middleware: [abortLate] };
    const seen = watch(createTestClient().api.call({}, options));
    await elapse(103);
    expect(seen.result?.error?.kind).toBe('timeout');
  });

  it("doesn't affect retry(), which runs the call again with a fresh deadline", async () => {
    const middleware = vi.fn<Middleware>((_ctx, next) => next()).mockImplementationOnce(never);
    const seen = watch(
      createTestClient({ fetch: stubFetch({ data: 'again' }) }).api.call(
        {},
        { timeout: 100, middleware: [middleware] },
      ),
    );
    await elapse(101);
    expect((await seen.result?.retry())?.data).toBe('again');
  });
});

describe('a middleware that hangs after an abort (rules.md#deadlines-and-aborts)', () => {
  it.each([
    ['before next()', stuckBefore],
    ['after next()', stuckAfter],
  ])("ends the call as 'abort', which is never reported, when it waits %s", async (_where, waiting) => {
    const onError = vi.fn();
    const controller = new AbortController();
    const options = { signal: controller.signal, middleware: [waiting] };
    const seen = watch(createTestClient({ onError }).api.call({}, options));
    await elapse(50);
    controller.abort('enough');
    await elapse(1);
    expect(seen.result?.error).toMatchObject({ kind: 'abort', status: 0, body: 'enough' });
    expect(onError).not.toHaveBeenCalled();
  });
});

describe('a Result that a middleware returns after the deadline (rules.md#deadlines-and-aborts)', () => {
  const answerAtAbort =
    (result: Result<unknown>): Middleware =>
    async (ctx) => {
      await aborted(ctx.request.signal);
      return result;
    };

  it.each([
    ['a success', successResult('rescued')],
    ['an error of another kind', errorResult(503)],
  ])('is returned within the macrotask after the deadline or an abort if it is %s', async (_what, own) => {
    const controller = new AbortController();
    for (const options of [{ timeout: 100 }, { signal: controller.signal }]) {
      const seen = watch(createTestClient().api.call({}, { ...options, middleware: [answerAtAbort(own)] }));
      if (options.signal) controller.abort();
      await elapse(102);
      expect(seen.result).toMatchObject({ data: own.data, error: own.error });
    }
  });

  it('is discarded after that macrotask', async () => {
    const slow: Middleware = async (ctx) => {
      await aborted(ctx.request.signal);
      await later(5);
      return successResult('too late');
    };
    const seen = watch(createTestClient().api.call({}, { timeout: 100, middleware: [slow] }));
    await elapse(200);
    expect(seen.result?.error?.kind).toBe('timeout');
  });
});

describe('a middleware that continues after the call has settled (rules.md#deadlines-and-aborts)', () => {
  const callLate = async (wait: Middleware, fetch = stubFetch(), ...inner: Middleware[]) => {
    const onError = vi.fn();
    const options = { timeout: 100, middleware: [wait, ...inner] };
    const call = createTestClient({ fetch, onError }).api.call({}, options);
    const seen = watch(call);
    await elapse(101);
    const delivered = seen.result;
    await elapse(1000);
    return { delivered, final: seen.result, fetch, onError };
  };

  it('a late next() sends nothing, runs no inner middleware and returns the delivered Result', async () => {
    let late: Result<unknown> | undefined;
    const inner = vi.fn<Middleware>((_ctx, next) => next());
    const outer: Middleware = async (_ctx, next) => {
      await later(500);
      return (late = await next());
    };
    const { delivered, fetch } = await callLate(outer, stubFetch(), inner);
    expect(delivered?.error?.kind).toBe('timeout');
    expect(late).toBe(delivered);
    expect([fetch.mock.calls.length, inner.mock.calls.length]).toEqual([0, 0]);
  });

  it('a late next() under a signal of an outer middleware that has aborted returns the delivered Result', async () => {
    let late: Result<unknown> | undefined;
    const own = new AbortController();
    const installing: Middleware = (ctx, next) => {
      ctx.request.signal = own.signal;
      return next();
    };
    const waiting: Middleware = async (_ctx, next) => {
      await later(500);
      own.abort();
      return (late = await next());
    };
    const { delivered } = await callLate(installing, stubFetch(), waiting);
    expect(delivered?.error?.kind).toBe('timeout');
    expect(late).toBe(delivered);
  });

  it.each<[string, Middleware]>([
    ['return', () => later(500).then(() => successResult('late'))],
    ['error Result', () => later(500).then(() => errorResult(500))],
    ['throw', () => later(500).then(() => Promise.reject(new Error('late')))],
    ['return of undefined', () => later(500).then(() => undefined as never)],
  ])('a late %s is discarded and not reported', async (_what, middleware) => {
    const { delivered, final, onError } = await callLate(middleware);
    expect(delivered?.error?.kind).toBe('timeout');
    expect(final).toBe(delivered);
    expect(onError).toHaveBeenCalledTimes(1);
    // Vitest fails the run if a rejection stays unhandled.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('a next() in the macrotask after the deadline sends nothing', async () => {
    const fetch = stubFetch();
    const again: Middleware = async (ctx, next) => {
      await aborted(ctx.request.signal);
      return next();
    };
    const seen = watch(createTestClient({ fetch }).api.call({}, { timeout: 100, middleware: [again] }));
    await elapse(102);
    expect(seen.result?.error?.kind).toBe('timeout');
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('a deadline (trap 23, rules.md#deadlines-and-aborts)', () => {
  const hangingSchema: StandardSchemaV1 = { '~standard': { version: 1, vendor: 'spec', validate: never } };
  const endless =
    (status = 200): Fetch =>
    async () =>
      new Response(new ReadableStream({ pull: () => never() }), { status });

  it.each<[string, TestClientOptions]>([
    ['a fetch that ignores its signal', { fetch: stubFetch({ held: true, ignoresSignal: true }) }],
    ['a fetch that respects its signal', { fetch: stubFetch({ held: true }) }],
    ['a body that never arrives', { fetch: endless() }],
    ['an error body that never arrives', { fetch: endless(500) }],
    ['a schema that never settles', { endpoint: { schema: hangingSchema } }],
  ])("ends the call as 'timeout' for %s", async (_what, setup) => {
    const seen = watch(createTestClient(setup).api.call({}, { timeout: 100 }));
    await elapse(99);
    expect(seen.result).toBeNull();
    await elapse(2);
    expect(seen.result?.error).toMatchObject({ kind: 'timeout', status: 0 });
  });

  it('covers all attempts of a call together', async () => {
    const slow: Fetch = async () => {
      await later(60);
      return jsonResponse(null, { status: 500 });
    };
    const thrice: Middleware = async (_ctx, next) => {
      await next();
      await next();
      return next();
    };
    const seen = watch(
      createTestClient({ fetch: slow }).api.call({}, { timeout: 100, middleware: [thrice] }),
    );
    await elapse(101);
    expect(seen.result?.error?.kind).toBe('timeout');
  });

  it("aborts fetch's signal, and ctx.request.signal for the work of a middleware", async () => {
    let signal: AbortSignal | undefined;
    const look: Middleware = (ctx, next) => {
      signal = ctx.request.signal;
      return next();
    };
    const fetch = stubFetch({ held: true, ignoresSignal: true });
    void createTestClient({ fetch }).api.call({}, { timeout: 100, middleware: [look] });
    await elapse(99);
    expect([fetch.lastInit.signal?.aborted, signal?.aborted]).toEqual([false, false]);
    await elapse(1);
    expect(fetch.lastInit.signal?.aborted).toBe(true);
    expect(signal?.reason).toHaveProperty('name', 'TimeoutError');
  });
});

describe('a call (traps 30, 42, 43)', () => {
  let caller = new AbortController();
  const abortingAt50: Middleware = (_ctx, next) => {
    void later(50).then(() => caller.abort());
    return next();
  };
  const outcomes: [string, TestClientOptions, Middleware[]][] = [
    ['a success', {}, []],
    ['an http error', { fetch: stubFetch({ data: null, status: 500 }) }, []],
    ['a call that is rejected before sending', { endpoint: { path: '/:missing' } }, []],
    ['a middleware error', {}, [() => Promise.reject(new Error('mine'))]],
    ['a deadline', { fetch: stubFetch({ held: true, ignoresSignal: true }) }, []],
    ['a hanging middleware', {}, [stuckBefore]],
    ['an abort', { fetch: stubFetch({ held: true, ignoresSignal: true }) }, [abortingAt50]],
  ];

  it.each(outcomes)(
    "leaves no timer, and no listener on the caller's signal, after %s",
    async (_what, setup, middleware) => {
      const { signal } = (caller = new AbortController());
      const seen = watch(createTestClient(setup).api.call({}, { timeout: 100, middleware, signal }));
      await elapse(200);
      expect(seen.result).not.toBeNull();
      expect(getEventListeners(signal, 'abort')).toEqual([]);
      expect(vi.getTimerCount()).toBe(0);
    },
  );

  it('1,000 calls with one signal leave neither listeners nor dependent signals', async () => {
    const { signal } = new AbortController();
    const { api } = createTestClient();
    for (let call = 0; call < 1000; call += 1) await api.call({}, { signal, timeout: 1000 });
    const hidden = Object.getOwnPropertySymbols(signal).map((key) => Reflect.get(signal, key) as unknown);
    const dependents = hidden
      .filter((value) => value instanceof Set)
      .reduce((sum, { size }) => sum + size, 0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(dependents).toBe(0);
  });
});
