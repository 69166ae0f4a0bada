import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Middleware, type NextOptions, type Result, retryMiddleware } from '../../../lib/index.js';
import { successResult } from '../../../lib/entries/testing.js';
import { createTestClient } from '../../support/client.js';
import { flush } from '../../support/flush.js';
import { streaming } from '../../support/streaming.js';
import { aborted, watch } from '../../support/watch.js';

const under =
  (options?: NextOptions): Middleware =>
  (_ctx, next) =>
    next(options);

const never: Middleware = () => new Promise(() => {});
const elapse = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls an endpoint whose requests wait for their response. */
const call = (middleware: readonly Middleware[], options = {}) => {
  const { api, requests, onError } = createTestClient({ held: true, middleware });
  return { seen: watch(api.call({}, options)), requests, onError };
};

/** Waits in its first run until `open` is called, and records the Results of its own `next()`. */
const gated = () => {
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const late: Result<unknown>[] = [];
  let runs = 0;
  const middleware: Middleware = async (_ctx, next) => {
    runs += 1;
    const isFirst = runs === 1;
    if (isFirst) await gate;
    const result = await next();
    if (isFirst) late.push(result);
    return result;
  };
  return { middleware, open, late };
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('next({ timeout }) (rules.md#limits-of-one-next)', () => {
  it("returns a 'timeout' error with the limit in its message, and aborts the request", async () => {
    const { seen, requests, onError } = call([under({ timeout: 40 })]);
    await elapse(39);
    expect([seen.result, requests[0]!.init.signal!.aborted]).toEqual([null, false]);
    await elapse(1);
    expect(seen.result?.error).toMatchObject({
      kind: 'timeout',
      status: 0,
      attempts: 1,
      message: 'GET /things attempt timed out after 40 ms',
      body: { name: 'TimeoutError', message: 'attempt timed out after 40 ms' },
    });
    expect(requests[0]!.init.signal!.aborted).toBe(true);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it.each([0, -1, Number.NaN, undefined])('has no limit if it is %s', async (timeout) => {
    const { seen, requests } = call([under({ timeout })]);
    await elapse(2 ** 31);
    expect(seen.result).toBeNull();
    requests[0]!.answer('late');
    await flush();
    expect(seen.result?.data).toBe('late');
  });

  it('is retried by an outer retry, which each time gets the whole limit', async () => {
    const { seen, requests } = call([retryMiddleware({ max: 2, delay: () => 0 }), under({ timeout: 40 })]);
    await elapse(41);
    expect(requests).toHaveLength(2);
    await elapse(38);
    requests[1]!.answer('second');
    await flush();
    expect(seen.result?.data).toBe('second');
  });

  it('is the lastAttempt of a call that then passes its deadline', async () => {
    const { seen } = call([retryMiddleware({ delay: () => 60_000, jitter: false }), under({ timeout: 40 })], {
      timeout: 100,
    });
    await elapse(101);
    expect(seen.result?.error).toMatchObject({
      message: 'GET /things timed out after 100 ms',
      lastAttempt: { error: { message: 'GET /things attempt timed out after 40 ms' } },
    });
  });

  it('sends nothing if it passed while the thread was busy', async () => {
    const busy: Middleware = (_ctx, next) => {
      vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30);
      return next();
    };
    const { seen, requests } = call([under({ timeout: 10 }), busy]);
    await flush();
    vi.mocked(performance.now).mockRestore();
    expect(seen.result?.error?.kind).toBe('timeout');
    expect(requests).toEqual([]);
  });

  it('limits the wait for a shared request, which continues for the other callers', async () => {
    const { api, requests } = createTestClient({ held: true, endpoint: { share: true } });
    // One middleware for both, because callers with other middleware of their copies don't share.
    const first = watch(api.call({}, { middleware: [under({ timeout: 40 })] }));
    const second = watch(api.call());
    await elapse(40);
    expect(first.result?.error?.kind).toBe('timeout');
    expect([requests.length, requests[0]!.init.signal!.aborted]).toEqual([1, false]);
    requests[0]!.answer('shared');
    await flush();
    expect(second.result?.data).toBe('shared');
  });
});

describe('next({ signal }) (rules.md#limits-of-one-next)', () => {
  it.each<[string, unknown]>([
    ['abort', new Error('enough')],
    ['timeout', new DOMException('late', 'TimeoutError')],
  ])("returns '%s' with the reason of the signal, and aborts the request", async (kind, reason) => {
    const controller = new AbortController();
    const { seen, requests } = call([under({ signal: controller.signal })]);
    await flush();
    controller.abort(reason);
    await flush();
    expect(seen.result?.error).toMatchObject({ kind, body: reason });
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it('runs nothing inside if the signal is already aborted', async () => {
    const inner = vi.fn<Middleware>((_ctx, next) => next());
    const { seen, requests } = call([under({ signal: AbortSignal.abort('early') }), inner]);
    await flush();
    expect(seen.result?.error).toMatchObject({ kind: 'abort', body: 'early', sent: false });
    expect([inner.mock.calls.length, requests.length]).toEqual([0, 0]);
  });

  it("leaves the kind to the call's own signal if both abort at once", async () => {
    const own = new AbortController();
    const { seen } = call([(ctx, next) => next({ signal: ctx.request.signal })], { signal: own.signal });
    await flush();
    own.abort(new DOMException('left', 'TimeoutError'));
    await elapse(1);
    expect(seen.result?.error).toMatchObject({ kind: 'abort', body: own.signal.reason as object });
  });

  it("keeps 'abort' when a middleware throws the reason", async () => {
    const controller = new AbortController();
    const throwing: Middleware = async (_ctx, next) => {
      const { error } = await next({ signal: controller.signal });
      throw new Error('given up', { cause: error?.body });
    };
    const { seen } = call([throwing]);
    await flush();
    controller.abort(new Error('enough'));
    await flush();
    expect(seen.result?.error?.kind).toBe('abort');
  });
});

describe('the middleware inside a limited next() (rules.md#limits-of-one-next)', () => {
  it.each<[string, () => [NextOptions, () => void]]>([
    ['timeout', () => [{ timeout: 40 }, () => undefined]],
    [
      'abort',
      () => {
        const controller = new AbortController();
        return [{ signal: controller.signal }, () => controller.abort()];
      },
    ],
  ])("doesn't hold up the '%s' when it is stuck before or after the request", async (kind, make) => {
    const stuckAfter: Middleware = async (ctx, next) => {
      await next();
      return never(ctx, next);
    };
    for (const stuck of [never, stuckAfter]) {
      const [options, end] = make();
      const { seen, requests } = call([under(options), stuck]);
      await flush();
      requests[0]?.answer({});
      await flush();
      end();
      await elapse(40);
      expect(seen.result?.error?.kind).toBe(kind);
    }
  });

  it('sends nothing with a late next(), and gets the error of the limit', async () => {
    const { middleware, open, late } = gated();
    const twice: Middleware = async (_ctx, next) => {
      await next({ timeout: 10 });
      return next();
    };
    const { seen, requests } = call([twice, middleware]);
    await elapse(10);
    expect(requests).toHaveLength(1);
    open();
    await elapse(10);
    expect(requests).toHaveLength(1);
    expect(late[0]?.error).toMatchObject({ kind: 'timeout' });
    requests[0]!.answer('second');
    await flush();
    expect(seen.result?.data).toBe('second');
  });

  it('sends nothing more if it is a retry', async () => {
    const inner = [under({ timeout: 10 }), retryMiddleware({ max: 3, delay: () => 5, jitter: false })];
    const { api, requests } = createTestClient({
      answer: () => later(4).then(() => new Response('', { status: 500 })),
      middleware: inner,
    });
    const seen = watch(api.call());
    await elapse(10);
    expect(seen.result?.error).toMatchObject({ kind: 'timeout', attempts: 2 });
    await elapse(100);
    expect(requests).toHaveLength(2);
  });

  it("doesn't see the limit in ctx.request.signal", async () => {
    const signals: unknown[] = [];
    const look: Middleware = (ctx, next) => {
      signals.push(ctx.request.signal);
      return next();
    };
    const { signal } = new AbortController();
    const { api } = createTestClient({ middleware: [look, under({ signal, timeout: 10 }), look] });
    await api.call({}, { timeout: 1000 });
    expect(signals[1]).toBe(signals[0]);
    expect(signals[0]).toBeInstanceOf(AbortSignal);
  });

  it("can throw late, which doesn't cause an unhandled rejection", async () => {
    const throwing: Middleware = () => later(50).then(() => Promise.reject(new Error('late')));
    const { seen } = call([under({ timeout: 10 }), throwing]);
    await elapse(60);
    await flush();
    expect(seen.result?.error?.kind).toBe('timeout');
  });

  it("can return its own Result in the macrotask after the call's deadline", async () => {
    const rescuing: Middleware = async (ctx) => {
      await aborted(ctx.request.signal);
      return successResult('rescued');
    };
    const { seen } = call([under({ timeout: 60_000 }), rescuing], { timeout: 20 });
    await elapse(21);
    expect(seen.result?.data).toBe('rescued');
  });

  it("runs under the call's signal that is already aborted, as without a limit", async () => {
    const rescuing: Middleware = async (_ctx, next) => {
      const { error } = await next();
      return successResult(error?.kind);
    };
    const { seen, requests } = call([under({ timeout: 60_000 }), rescuing], { signal: AbortSignal.abort() });
    await elapse(1);
    expect([seen.result?.data, requests.length]).toEqual(['abort', 0]);
  });
});

describe('several limited next() of one call (rules.md#limits-of-one-next)', () => {
  it('have their own limits when they run at the same time', async () => {
    const results: unknown[] = [];
    const racing: Middleware = async (_ctx, next) => {
      const all = [next({ timeout: 10 }), next({ timeout: 30 }), next()];
      for (const one of all) void one.then(({ error, data }) => results.push(error?.message ?? data));
      await Promise.all(all);
      return all[2]!;
    };
    const { seen, requests } = call([racing]);
    const ended = (): boolean[] => requests.map(({ init }) => init.signal?.aborted ?? false);
    await elapse(10);
    expect(ended()).toEqual([true, false, false]);
    await elapse(20);
    expect(ended()).toEqual([true, true, false]);
    requests[2]!.answer('third');
    await flush();
    expect(seen.result?.data).toBe('third');
    expect(results).toEqual([
      'GET /things attempt timed out after 10 ms',
      'GET /things attempt timed out after 30 ms',
      'third',
    ]);
  });

  it.each<[string, number, number]>([
    ['outer', 10, 30],
    ['inner', 30, 10],
  ])('end with the shorter limit when they are nested: the %s', async (_which, outer, inner) => {
    const { seen, requests } = call([under({ timeout: outer }), under({ timeout: inner })]);
    await elapse(9);
    expect(seen.result).toBeNull();
    await elapse(1);
    expect(seen.result?.error?.message).toBe('GET /things attempt timed out after 10 ms');
    expect(requests[0]!.init.signal!.aborted).toBe(true);
  });

  it("end with the call's own deadline, which keeps its own message", async () => {
    const { seen } = call([under({ timeout: 30 }), under({ timeout: 30 })], { timeout: 10 });
    await elapse(11);
    expect(seen.result?.error?.message).toBe('GET /things timed out after 10 ms');
  });

  it.each<[string, () => NextOptions | undefined, object]>([
    ["the call's deadline", () => ({ timeout: 60_000 }), { timeout: 5 }],
    ['their own signal', () => ({ signal: AbortSignal.abort() }), {}],
  ])(
    "don't block the process when a middleware tries until it succeeds, after %s",
    async (_what, make, own) => {
      vi.useRealTimers();
      let isOver = false;
      let tries = 0;
      const untilUp: Middleware = async (_ctx, next) => {
        let result = await next(make());
        // A chain that never let the event loop run would hang here: the count makes this spec fail instead.
        for (; result.error && !isOver && tries < 10_000; tries += 1) result = await next(make());
        return result;
      };
      const { api } = createTestClient({
        middleware: [untilUp],
        answer: () => later(1).then(() => Promise.reject(new TypeError('refused'))),
      });
      const running = api.call({}, own);
      await later(20);
      isOver = true;
      expect((await running).error?.status).toBe(0);
      expect(tries).toBeLessThan(10_000);
    },
  );

  it('return the Result that the caller got, after a stuck call has ended', async () => {
    let late: Result<unknown> | undefined;
    const waiting: Middleware = async (_ctx, next) => {
      await later(100);
      return (late = await next({ timeout: 10 }));
    };
    const { seen, requests } = call([waiting], { timeout: 20 });
    await elapse(200);
    expect(late).toBe(seen.result);
    expect(requests).toEqual([]);
  });
});

describe('a limited next() and an open stream (rules.md#limits-of-one-next)', () => {
  it('is ended by the signal, and not by the timeout', async () => {
    const controller = new AbortController();
    const middleware = [under({ signal: controller.signal, timeout: 20 })];
    const { api, sent, opened } = streaming({ client: { middleware } });
    const { error } = await api.read();
    expect(error).toBeNull();
    await elapse(1000);
    expect([opened[0]!.interruption, sent[0]!.signal.aborted]).toEqual([undefined, false]);
    controller.abort('enough');
    expect(opened[0]!.interruption).toEqual({ kind: 'abort', reason: 'enough' });
    expect(sent[0]!.signal.aborted).toBe(true);
    opened[0]!.end();
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('is not ended by a late next() of a run that has ended', async () => {
    const { middleware, open } = gated();
    const twice: Middleware = async (_ctx, next) => {
      await next({ timeout: 10 });
      const result = await next();
      open();
      await later(10);
      return result;
    };
    const { api, opened } = streaming({ client: { middleware: [twice, middleware] } });
    const seen = watch(api.read());
    await elapse(30);
    expect(seen.result?.error).toBeNull();
    expect(opened.map(({ interruption }) => interruption)).toEqual([undefined]);
    opened[0]!.end();
  });
});

describe('next passed as a callback (rules.md#limits-of-one-next)', () => {
  it.each<[string, unknown]>([
    ['a string', 'token'],
    ['null', null],
    ['a number', 5],
    ['true', true],
    ['a symbol', Symbol('x')],
    ['an array', [1]],
    ['a function', () => 1],
    ['a Result', successResult({ timeout: 1 })],
    ['an event', new Event('click')],
    ['a signal that is aborted', AbortSignal.abort()],
    ['a Request with an aborted signal', new Request('http://a.test', { signal: AbortSignal.abort() })],
  ])('works as without an argument when it gets %s', async (_what, argument) => {
    const passing: Middleware = (_ctx, next) =>
      Promise.resolve(argument).then(next as (value: unknown) => ReturnType<typeof next>);
    const { seen, requests } = call([passing]);
    await elapse(1000);
    requests[0]!.answer('data');
    await flush();
    expect(seen.result?.data).toBe('data');
  });

  it('reads own members of the options only', async () => {
    const polluted = { signal: AbortSignal.abort(), timeout: 1 };
    for (const [name, value] of Object.entries(polluted))
      Object.defineProperty(Object.prototype, name, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    try {
      const { seen, requests } = call([under({})]);
      await elapse(10);
      requests[0]!.answer('data');
      await flush();
      expect(seen.result?.data).toBe('data');
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
  });
});

describe('a limited next() leaves no timer and no listener (rules.md#limits-of-one-next)', () => {
  const caller = new AbortController().signal;
  const left = (signal: AbortSignal): number[] => [
    getEventListeners(signal, 'abort').length,
    getEventListeners(caller, 'abort').length,
    vi.getTimerCount(),
  ];

  it.each<[string, Middleware, (requests: { answer(body: unknown): void }[]) => void]>([
    ['a response', under(), ([request]) => request!.answer({})],
    ['its timeout', under(), () => undefined],
    ['an inner middleware that throws', () => Promise.reject(new Error('mine')), () => undefined],
    ['an inner middleware that is stuck', never, () => undefined],
  ])('after %s', async (_what, inner, answer) => {
    const { signal } = new AbortController();
    const { seen, requests } = call([under({ signal, timeout: 100 }), inner], {
      signal: caller,
      timeout: 500,
    });
    await flush();
    answer(requests);
    await elapse(100);
    await flush();
    expect(seen.result).not.toBeNull();
    expect(left(signal)).toEqual([0, 0, 0]);
  });

  it('after a call whose signal was already aborted, if an inner middleware is stuck', async () => {
    const { signal } = new AbortController();
    const { seen } = call([under({ signal }), never], { signal: AbortSignal.abort() });
    await elapse(1);
    expect(seen.result?.error?.kind).toBe('abort');
    expect(left(signal)).toEqual([0, 0, 0]);
  });

  it('after its signal aborts', async () => {
    const controller = new AbortController();
    const { seen } = call([under({ signal: controller.signal, timeout: 100 })], {
      signal: caller,
      timeout: 500,
    });
    await flush();
    controller.abort();
    await flush();
    expect(seen.result?.error?.kind).toBe('abort');
    expect(left(controller.signal)).toEqual([0, 0, 0]);
  });
});
