import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type HttpMethod,
  type Middleware,
  type Result,
  RetryPlugin,
  isTransient,
} from '../../../lib/index.js';
import { type Answer, createTestClient } from '../../support/client.js';
import { heldFetch } from '../../support/held-fetch.js';
import { retried } from '../../support/retried.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const reset = new TypeError('reset');
const OF_THE_REPEATABLE: readonly Answer[] = [reset, 408, 425, 429];
const ALWAYS: readonly Answer[] = [500, 501, 502, 503, 504, 599];
const REPEATABLE: readonly HttpMethod[] = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];
const OTHERS: readonly HttpMethod[] = ['POST', 'PATCH'];

type More = Parameters<typeof retried>[1];

/** The number of attempts under the default, and, with the same result, under `transient`. */
const attemptsOf = async (method: HttpMethod, answer: Answer, more: More = {}): Promise<number> => {
  const set = { ...more, answers: [answer], endpoint: { method } };
  const [byDefault, own] = [await retried(1, set), await retried({ max: 1, retryOn: isTransient }, set)];
  expect(own.attempts).toBe(byDefault.attempts);
  return byDefault.attempts;
};

const each = async (answers: readonly Answer[], method: HttpMethod, more: More = {}): Promise<number[]> => {
  const counts: number[] = [];
  for (const answer of answers) counts.push(await attemptsOf(method, answer, more));
  return [...new Set(counts)];
};

const keyed = { options: { headers: { 'Idempotency-Key': '7' } } };

describe('the default rule of a retry (rules.md#retry)', () => {
  it.each([...REPEATABLE, ...OTHERS])('includes a status of 500 and above, of a %s', async (method) => {
    expect(await each(ALWAYS, method)).toEqual([2]);
  });

  it.each(REPEATABLE)('includes a network error, 408, 425 and 429, of a %s', async (method) => {
    expect(await each(OF_THE_REPEATABLE, method)).toEqual([2]);
  });

  it.each(OTHERS)('includes these for a %s with an idempotency key only', async (method) => {
    expect(await each(OF_THE_REPEATABLE, method)).toEqual([1]);
    expect(await each(OF_THE_REPEATABLE, method, keyed)).toEqual([2]);
  });

  it('includes all of these for requests that a middleware marks as idempotent, and none for other requests', async () => {
    const says =
      (idempotent: boolean): Middleware =>
      (ctx, next) => {
        ctx.request.idempotent = idempotent;
        return next();
      };
    expect(await attemptsOf('POST', reset, { middleware: [says(true)] })).toBe(2);
    expect(await attemptsOf('GET', reset, { middleware: [says(false)] })).toBe(1);
  });

  it('includes no other status, no success and no unusable body', async () => {
    const others = [304, 400, 401, 403, 404, 409, 410, 413, 422, 499, { n: 1 }, new Response('{')];
    expect(await each(others, 'GET')).toEqual([1]);
  });
});

describe('a request that was not sent', () => {
  it('is not retried if its stream was already sent', async () => {
    const onRetry = vi.fn();
    const params = new ReadableStream();
    const { result } = await retried({ onRetry }, { endpoint: { method: 'PUT' }, params, answers: [503] });
    expect({ kind: result.error?.kind, length: onRetry.mock.calls.length }).toEqual({
      kind: 'network',
      length: 1,
    });
  });

  it.each([undefined, isTransient])(
    'is not retried if an inner middleware returned the Result (%o)',
    async (retryOn) => {
      const offline = vi.fn<Middleware>(async () => ({ data: null, error: { kind: 'network' } }) as never);
      const { result } = await retried({ retryOn }, { middleware: [offline] });
      expect({ kind: result.error?.kind, length: offline.mock.calls.length }).toEqual({
        kind: 'network',
        length: 1,
      });
    },
  );

  it('is not retried after an earlier attempt that was sent either', async () => {
    let ran = 0;
    const offlineThen: Middleware = async (_ctx, next) =>
      (ran += 1) === 1 ? next() : ({ data: null, error: { kind: 'network' } } as never);
    const { result } = await retried(3, { middleware: [offlineThen], answers: [reset] });
    expect({ kind: result.error?.kind, ran }).toEqual({ kind: 'network', ran: 2 });
  });

  it('is not retried if an inner middleware throws', async () => {
    const failing: Middleware = () => Promise.reject(new Error('mine'));
    const { result, waits } = await retried(1, { middleware: [failing] });
    expect({ kind: result.error?.kind, waits }).toEqual({ kind: 'middleware', waits: '' });
  });
});

describe("an attempt's own timeout", () => {
  const limited: Middleware = (ctx, next) => {
    ctx.request.attemptTimeout = 100;
    return next();
  };
  const impatient: Middleware = (ctx, next) => {
    const attempt = new AbortController();
    setTimeout(() => attempt.abort(new DOMException('slow', 'TimeoutError')), 100);
    ctx.request.signal = attempt.signal;
    return next();
  };

  it.each<[string, HttpMethod, Middleware, number, number]>([
    ['is retried if the request is idempotent', 'GET', limited, 0, 3],
    ["is not retried if the request isn't idempotent", 'POST', limited, 0, 1],
    ["is not the call's timeout, after which nothing is sent", 'GET', limited, 50, 1],
    ["ends with the call's timeout between two attempts", 'GET', limited, 105, 1],
    ['can also come from a signal of a middleware, named TimeoutError', 'GET', impatient, 0, 3],
  ])('%s', async (_, method, limit, timeout, sent) => {
    const { fetch, requests } = heldFetch();
    const retry = new RetryPlugin({ max: 2, delay: () => 10, jitter: false });
    const { api, onError } = createTestClient({ middleware: [retry, limit], fetch, endpoint: { method } });
    const call = api.call(undefined, { timeout });
    await vi.runAllTimersAsync();
    expect({ kind: (await call).error?.kind, length: requests.length }).toEqual({
      kind: 'timeout',
      length: sent,
    });
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

describe('isTransient', () => {
  it('is only a status of 500 and above for a subclass that passes no call', async () => {
    class Unaware extends RetryPlugin {
      protected override shouldRetry(result: Result<unknown>, attempt: number): boolean {
        return super.shouldRetry(result, attempt);
      }
    }
    const attempts = async (answer: Answer) =>
      (await retried(new Unaware(1), { answers: [answer] })).attempts;
    expect([await attempts(503), await attempts(429), await attempts(reset)]).toEqual([2, 1, 1]);
  });

  it('can be extended', async () => {
    const retryOn = (...of: Parameters<typeof isTransient>) =>
      of[0].error?.status === 409 || isTransient(...of);
    for (const answer of [409, 503])
      expect((await retried({ max: 1, retryOn }, { answers: [answer] })).attempts).toBe(2);
  });
});
