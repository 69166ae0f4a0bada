import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  type HttpMethod,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareNext,
  type Result,
  retryMiddleware,
  type RetryOptions,
  RetryPlugin,
} from '../../../lib/index.js';
import { answering } from '../../support/answering.js';
import { heldFetch } from '../../support/held-fetch.js';
import { retried } from '../../support/retried.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the recipe for 429 and network errors', () => {
  const retry: RetryOptions = {
    retryOn: ({ error }) =>
      error !== null && (error.kind === 'network' || error.status === 429 || error.status >= 500),
  };

  it.each([429, 500, new TypeError('reset')])('tries %p again', async (failure) => {
    const { result } = await retried(retry, { answers: [failure, { n: 2 }] });
    expect(result.data).toEqual({ n: 2 });
  });

  it('tries nothing else again', async () => {
    expect((await retried(retry, { answers: [404] })).attempts).toBe(1);
    expect((await retried(retry, { answers: [new Response('{')] })).attempts).toBe(1);
  });
});

describe('the recipe for idempotent methods (trap 31)', () => {
  const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];
  const retry: RetryOptions = {
    max: 1,
    retryOn: ({ error }) =>
      error !== null && error.status >= 500 && IDEMPOTENT.includes(error.request.method),
  };

  it.each<[HttpMethod, number]>([
    ['GET', 2],
    ['PUT', 2],
    ['DELETE', 2],
    ['POST', 1],
    ['PATCH', 1],
  ])('makes of a failing %s %d requests', async (method, attempts) => {
    expect((await retried(retry, { endpoint: { method } })).attempts).toBe(attempts);
  });
});

describe('the recipe for a deadline of each attempt', () => {
  const attemptTimeout =
    (ms: number): Middleware =>
    (ctx, next) => {
      ctx.request.signal = AbortSignal.timeout(ms);
      return next();
    };
  const retry = retryMiddleware({
    max: 2,
    delay: () => 10,
    jitter: false,
    retryOn: ({ error }) => error !== null && (error.kind === 'timeout' || error.status >= 500),
  });

  beforeEach(() => {
    // The platform's own runs on timers that are not faked.
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('too slow', 'TimeoutError')), ms);
      return controller.signal;
    });
  });

  it('ends a slow attempt and begins another', async () => {
    const { fetch, requests } = heldFetch();
    const { api } = answering([retry, attemptTimeout(100)], { fetch });
    const call = api.read();
    await jest.advanceTimersByTimeAsync(110);
    expect(requests.map(({ init }) => init.signal?.aborted)).toEqual([true, false]);
    requests[1]!.answer({ n: 2 });
    expect((await call).data).toEqual({ n: 2 });
  });

  it('comes home as a timeout when every attempt is too slow', async () => {
    const { fetch, requests } = heldFetch();
    const { api, onError } = answering([retry, attemptTimeout(100)], { fetch });
    const call = api.read();
    await jest.runAllTimersAsync();
    expect((await call).error?.kind).toBe('timeout');
    expect(requests).toHaveLength(3);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it("still ends with the call's own deadline and signal", async () => {
    const { fetch, requests } = heldFetch();
    const leaving = new AbortController();
    const { api } = answering([retry, attemptTimeout(100)], { fetch, timeout: 150 });
    const calls = [api.read(), api.read(undefined, { signal: leaving.signal })];
    await jest.advanceTimersByTimeAsync(120);
    leaving.abort();
    await jest.runAllTimersAsync();
    expect((await Promise.all(calls)).map(({ error }) => error?.kind)).toEqual(['timeout', 'abort']);
    expect(requests).toHaveLength(4);
  });
});

describe('the recipe for a retry budget', () => {
  class BudgetedRetry extends RetryPlugin {
    /** Of the newest 100 attempts, whether each was a retry. */
    readonly #recent: boolean[] = [];

    override handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
      this.#note(false);
      return super.handle(ctx, next);
    }

    protected override shouldRetry(result: Result<unknown>, attempt: number): boolean {
      const retries = this.#recent.filter(Boolean).length;
      if (retries > this.#recent.length * 0.1 || !super.shouldRetry(result, attempt)) return false;
      this.#note(true);
      return true;
    }

    #note(isRetry: boolean): void {
      this.#recent.push(isRetry);
      if (this.#recent.length > 100) this.#recent.shift();
    }
  }

  const budgeted = (answers: readonly number[]) => {
    const { api, arrived } = answering([new BudgetedRetry({ delay: () => 1 })], { answers });
    const calls = async (count: number) => {
      const from = arrived.length;
      for (let made = 0; made < count; made += 1) {
        const call = api.read();
        await jest.advanceTimersByTimeAsync(5);
        await call;
      }
      return arrived.length - from;
    };
    return { calls };
  };

  it('lets a single call retry', async () => {
    expect(await budgeted([503, 200]).calls(1)).toBe(2);
  });

  it('stops when more than 10 % of the recent attempts were retries', async () => {
    const { calls } = budgeted([503]);
    const retries = (await calls(200)) - 200;
    expect(retries).toBeGreaterThan(10);
    expect(retries).toBeLessThanOrEqual(25);
  });

  it('has a budget again after calls that went well', async () => {
    const bad = Array.from({ length: 112 }, () => 503);
    const { calls } = budgeted([...bad, ...Array.from({ length: 110 }, () => 404), 503]);
    await calls(100);
    await calls(110);
    expect(await calls(1)).toBeGreaterThan(1);
  });
});
