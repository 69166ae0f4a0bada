import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  cacheMiddleware,
  type Middleware,
  type MiddlewareContext,
  paginate,
  poll,
  pollUntil,
  type Result,
  retryMiddleware,
} from '../../../lib/index.js';
import { createTestClient, type Fetch, stubFetch, type Untyped } from '../../support/client.js';
import { Exchanging } from '../../support/exchanging.js';

afterEach(() => {
  vi.useRealTimers();
});

const KEY = Symbol('number');

/** Sends a number that it creates once for each call. */
const numbering = () => {
  let last = 0;
  const middleware: Middleware = (ctx, next) => {
    const number = ctx.once(KEY, () => (last += 1));
    ctx.request.setHeader('x-number', String(number));
    return next();
  };
  return middleware;
};

const numbers = (requests: readonly { init: RequestInit }[]): (string | null)[] =>
  requests.map(({ init }) => new Headers(init.headers).get('x-number'));

describe('ctx.once', () => {
  it('keeps a value for all attempts of a call', async () => {
    const retry = retryMiddleware({ max: 2, baseDelay: 0 });
    const { api, requests } = createTestClient({ middleware: [retry, numbering()], answers: [503] });
    await api.call();
    expect(numbers(requests)).toEqual(['1', '1', '1']);
  });

  it('keeps a value for every retry() of a Result, and creates a new value for another call', async () => {
    const { api, requests } = createTestClient({ middleware: [numbering()] });
    const first = await api.call();
    const second = await first.retry();
    await Promise.all([first.retry(), second.retry()]);
    await api.call();
    expect(numbers(requests)).toEqual(['1', '1', '1', '1', '2']);
  });

  it('keeps a value for the retry() of a polled Result, and creates a new value for each request of the poll', async () => {
    vi.useFakeTimers();
    const { api, requests } = createTestClient({ middleware: [numbering()] });
    const results: Result<Untyped>[] = [];
    const stop = poll(api.call, {}, (result) => void results.push(result), { every: 1 });
    await vi.advanceTimersByTimeAsync(1);
    stop();
    expect(results).toHaveLength(2);
    await results[1]!.retry();
    await results[0]!.retry();
    expect(numbers(requests).slice(-2)).toEqual(['2', '1']);
  });

  it('keeps a value for the retry() of a page, and of a cached Result', async () => {
    const { api, requests } = createTestClient({ middleware: [numbering()] });
    const pages = paginate(api.call, {}, { next: () => ({}), maxPages: 2 });
    for await (const page of pages) await page.retry();
    expect(numbers(requests)).toEqual(['1', '1', '2', '2']);
    const seen: unknown[] = [];
    const look: Middleware = (ctx, next) => (seen.push(ctx.once(KEY, () => seen.length)), next());
    const cached = createTestClient({ middleware: [look, cacheMiddleware()] }).api;
    await cached.call();
    await (await cached.call()).retry();
    expect(seen).toEqual([0, 1, 1]);
  });

  it('creates new values for the retry() of pollUntil, which starts new calls', async () => {
    const { api, requests } = createTestClient({ middleware: [numbering()] });
    const options = { every: 1, until: () => requests.length % 2 === 0 };
    const result = await pollUntil(api.call, {}, options);
    await (await result.retry()).retry();
    expect(numbers(requests)).toEqual(['1', '2', '3', '4', '5', '6']);
  });

  it('keeps one value for each object or symbol, even if the value is undefined', async () => {
    const got: unknown[] = [];
    const nothing = vi.fn(() => undefined);
    const keys = [KEY, Symbol('number'), {}, () => undefined];
    const draw: Middleware = (ctx, next) => {
      for (const key of [...keys, ...keys]) got.push(ctx.once(key, () => got.length));
      for (const key of [nothing, nothing]) ctx.once(key, nothing);
      return next();
    };
    await createTestClient({ middleware: [draw] }).api.call();
    expect(got).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
    expect(nothing).toHaveBeenCalledTimes(1);
  });

  it('rethrows the error of make, stores nothing, and calls make again the next time', async () => {
    const made = vi.fn<() => string>().mockImplementationOnce(() => {
      throw new Error('no entropy');
    });
    made.mockReturnValue('fine');
    const draw: Middleware = (ctx, next) => {
      ctx.once(KEY, made);
      return next();
    };
    const { api, requests } = createTestClient({ middleware: [draw] });
    const failed = await api.call();
    expect(failed.error).toMatchObject({ kind: 'middleware', body: { message: 'no entropy' } });
    const again = await failed.retry();
    expect([again.error, made.mock.calls.length, requests.length]).toEqual([null, 2, 1]);
  });
});

describe('ctx.remaining', () => {
  const remaining = async (options: object, wait = 0): Promise<number[]> => {
    vi.useFakeTimers();
    const seen: number[] = [];
    const look: Middleware = async (ctx, next) => {
      seen.push(ctx.remaining());
      vi.setSystemTime(Date.now() + 5000);
      vi.advanceTimersByTime(wait);
      seen.push(ctx.remaining());
      return next();
    };
    await createTestClient().api.call({}, { ...options, middleware: [look] });
    return seen;
  };

  it.each<[object, number, number[]]>([
    [{ timeout: 1000 }, 300, [1000, 700]],
    [{ timeout: 1000 }, 2000, [1000, 0]],
    [{}, 0, [Infinity, Infinity]],
    [{ timeout: 0 }, 0, [Infinity, Infinity]],
    [{ signal: new AbortController().signal }, 0, [Infinity, Infinity]],
  ])(
    'returns the milliseconds until the deadline, independent of the system clock: %o',
    async (options, wait, told) => {
      expect(await remaining(options, wait)).toEqual(told);
    },
  );
});

describe('ctx.onEnd', () => {
  const telling =
    (log: string[]): Middleware =>
    async (ctx, next) => {
      ctx.onEnd(() => log.push('ended'));
      const result = await next();
      log.push('chain');
      return result;
    };

  it('runs the task once per run of the call, after the call settles', async () => {
    const log: string[] = [];
    const result = await createTestClient().api.call({}, { middleware: [telling(log)] });
    log.push('home');
    await result.retry();
    expect({ error: result.error, log }).toEqual({
      error: null,
      log: ['chain', 'ended', 'home', 'chain', 'ended'],
    });
  });

  it.each<[string, Fetch, Middleware[], string[]]>([
    ['a failed call', stubFetch({ throws: 1 }), [], ['chain', 'ended']],
    [
      'a hanging middleware that timed out',
      stubFetch({ held: true, ignoresSignal: true }),
      [() => new Promise(() => undefined)],
      ['ended'],
    ],
  ])('also runs the task for %s', async (_what, fetch, inner, told) => {
    const log: string[] = [];
    await createTestClient({ fetch }).api.call({}, { middleware: [telling(log), ...inner], timeout: 5 });
    expect(log).toEqual(told);
  });

  it('runs the task immediately when the call has already settled', async () => {
    const contexts: MiddlewareContext[] = [];
    const keep: Middleware = (ctx, next) => (contexts.push(ctx), next());
    await createTestClient().api.call({}, { middleware: [keep] });
    const task = vi.fn();
    contexts[0]!.onEnd(task);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it('runs all tasks in order, even if one of them rejects', async () => {
    const log: number[] = [];
    const several: Middleware = (ctx, next) => {
      ctx.onEnd(() => log.push(1));
      ctx.onEnd(() => Promise.reject(new Error('mine')) as never);
      ctx.onEnd(() => log.push(2));
      return next();
    };
    const { error } = await createTestClient().api.call({}, { middleware: [several] });
    expect({ error, log }).toEqual({ error: null, log: [1, 2] });
  });
});

describe('ctx', () => {
  it('is the same object for every middleware, every attempt and every plugin around fetch', async () => {
    const seen = new Set<MiddlewareContext>();
    const note: Middleware = (ctx, next) => (seen.add(ctx), next());
    const around = new Exchanging((send, url, init, ctx) => (seen.add(ctx), send(url, init)));
    const retry = retryMiddleware({ max: 1, baseDelay: 0 });
    await createTestClient({ middleware: [note, retry, note, around], answers: [500] }).api.call();
    expect(seen.size).toBe(1);
  });
});
