import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type HttpMethod, type Middleware, type Result, RetryPlugin, transient } from '../../../lib/index.js';
import { answering, type Answer, askingFor } from '../../support/answering.js';
import { heldFetch } from '../../support/held-fetch.js';
import { retried } from '../../support/retried.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const reset = new TypeError('reset');
const OF_THE_REPEATABLE: readonly Answer[] = [reset, 408, 425, 429];
const ALWAYS: readonly Answer[] = [500, 501, 502, 503, 504, 599];

const attemptsOf = async (
  method: HttpMethod,
  answer: Answer,
  more: Parameters<typeof retried>[1] = {},
): Promise<number> => (await retried(1, { ...more, answers: [answer], endpoint: { method } })).attempts;

const keyed = { options: { headers: { 'Idempotency-Key': '7' } } };

describe('what is tried again by default (rules.md#retry)', () => {
  const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'POST', 'PATCH'] as const;

  it.each(METHODS)('is a status of 500 and above, of a %s', async (method) => {
    for (const answer of ALWAYS) expect(await attemptsOf(method, answer)).toBe(2);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'] as const)(
    'is a network error, 408, 425 and 429, of a %s',
    async (method) => {
      for (const answer of OF_THE_REPEATABLE) expect(await attemptsOf(method, answer)).toBe(2);
    },
  );

  it.each(['POST', 'PATCH'] as const)('is none of these, of a %s', async (method) => {
    for (const answer of OF_THE_REPEATABLE) expect(await attemptsOf(method, answer)).toBe(1);
  });

  it.each(['POST', 'PATCH'] as const)('is all of these, of a %s with an idempotency key', async (method) => {
    for (const answer of OF_THE_REPEATABLE) expect(await attemptsOf(method, answer, keyed)).toBe(2);
  });

  it('is all of these of what a middleware says may be repeated, and none of what it says may not', async () => {
    const says =
      (repeatable: boolean): Middleware =>
      (ctx, next) => {
        ctx.request.repeatable = repeatable;
        return next();
      };
    expect(await attemptsOf('POST', reset, { middleware: [says(true)] })).toBe(2);
    expect(await attemptsOf('GET', reset, { middleware: [says(false)] })).toBe(1);
  });

  it.each([304, 400, 401, 403, 404, 409, 410, 413, 422, 499])('is no other status: %d', async (status) => {
    expect(await attemptsOf('GET', status)).toBe(1);
  });

  it('is no success, and no body that is no data', async () => {
    expect(await attemptsOf('GET', { n: 1 })).toBe(1);
    expect(await attemptsOf('GET', new Response('{'))).toBe(1);
  });

  it('is nothing that a middleware inside throws', async () => {
    const failing: Middleware = () => Promise.reject(new Error('mine'));
    const { result, waits } = await retried(1, { middleware: [failing] });
    expect([result.error?.kind, waits]).toEqual(['middleware', '']);
  });
});

describe('a network error of what was not sent', () => {
  it('is not tried again: a stream that was sent already', async () => {
    const onRetry = jest.fn();
    const params = new ReadableStream();
    const { result } = await retried({ onRetry }, { endpoint: { method: 'PUT' }, params, answers: [503] });
    expect(result.error?.kind).toBe('network');
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  it('is not tried again: one that a middleware inside answers with', async () => {
    const offline = jest.fn<Middleware>(async () => ({ data: null, error: { kind: 'network' } }) as never);
    const { result } = await retried(3, { middleware: [offline] });
    expect(result.error?.kind).toBe('network');
    expect(offline).toHaveBeenCalledTimes(1);
  });

  it('is not tried again after an attempt that was sent, either', async () => {
    let ran = 0;
    const offlineThen: Middleware = async (_ctx, next) =>
      (ran += 1) === 1 ? next() : ({ data: null, error: { kind: 'network' } } as never);
    const { result } = await retried(3, { middleware: [offlineThen], answers: [reset] });
    expect([result.error?.kind, ran]).toEqual(['network', 2]);
  });
});

describe("an attempt's own timeout", () => {
  const limited: Middleware = (ctx, next) => {
    ctx.request.attemptTimeout = 100;
    return next();
  };
  const asked = async (method: HttpMethod, timeout = 0) => {
    const { fetch, requests } = heldFetch();
    const { api, onError } = answering(
      [new RetryPlugin({ max: 2, delay: () => 10, jitter: false }), limited],
      {
        fetch,
        endpoint: { method },
      },
    );
    const call = api.read(undefined, { timeout });
    await jest.runAllTimersAsync();
    return { result: await call, sent: requests.length, onError };
  };

  it('is tried again where the request may be repeated', async () => {
    const { result, sent, onError } = await asked('GET');
    expect([result.error?.kind, sent]).toEqual(['timeout', 3]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  it('is not, where it may not', async () => {
    expect((await asked('POST')).sent).toBe(1);
  });

  it("is not the call's: after that nothing is sent", async () => {
    const { result, sent } = await asked('GET', 50);
    expect([result.error?.kind, sent]).toEqual(['timeout', 1]);
  });

  it("ends with the call's between two attempts", async () => {
    const { result, sent } = await asked('GET', 105);
    expect([result.error?.kind, sent]).toEqual(['timeout', 1]);
  });

  it('is also one by a signal that a middleware installs, named TimeoutError', async () => {
    const { fetch, requests } = heldFetch();
    const impatient: Middleware = (ctx, next) => {
      const attempt = new AbortController();
      setTimeout(() => attempt.abort(new DOMException('slow', 'TimeoutError')), 100);
      ctx.request.signal = attempt.signal;
      return next();
    };
    const { api } = answering([new RetryPlugin(1), impatient], { fetch });
    const call = api.read();
    await jest.runAllTimersAsync();
    expect([(await call).error?.kind, requests.length]).toEqual(['timeout', 2]);
  });

  it('is no abort', async () => {
    const leaving = new AbortController();
    const { fetch, requests } = heldFetch();
    const { api } = answering([new RetryPlugin(3)], { fetch });
    const call = api.read(undefined, { signal: leaving.signal });
    await jest.advanceTimersByTimeAsync(10);
    leaving.abort();
    await jest.runAllTimersAsync();
    expect([(await call).error?.kind, requests.length]).toEqual(['abort', 1]);
  });
});

describe('a subclass that asks the default', () => {
  it('has only a status of 500 and above without the call', async () => {
    class Unaware extends RetryPlugin {
      protected override shouldRetry(result: Result<unknown>, attempt: number): boolean {
        return super.shouldRetry(result, attempt);
      }
    }
    const attempts = async (answer: Answer) =>
      (await retried(new Unaware(1), { answers: [answer] })).attempts;
    expect([await attempts(503), await attempts(429), await attempts(reset)]).toEqual([2, 1, 1]);
  });
});

describe('transient', () => {
  const attemptsUnder = async (
    method: HttpMethod,
    answer: Answer,
    more: Parameters<typeof retried>[1] = {},
  ) => {
    const attempts = async (retryOn: typeof transient | undefined) =>
      (await retried({ max: 1, retryOn }, { ...more, answers: [answer], endpoint: { method } })).attempts;
    return [await attempts(transient), await attempts(undefined)];
  };

  it.each(['GET', 'POST', 'PUT', 'PATCH'] as const)('as retryOn is the default, of a %s', async (method) => {
    for (const answer of [...OF_THE_REPEATABLE, ...ALWAYS, 404, 200, { n: 1 }]) {
      const [own, byDefault] = await attemptsUnder(method, answer);
      expect(own).toBe(byDefault);
    }
  });

  it('as retryOn tries nothing again that was not sent, as the default', async () => {
    let asked = 0;
    const refusing: Middleware = async () => {
      asked += 1;
      return { data: null, error: { kind: 'network' } } as never;
    };
    await retried({ retryOn: transient }, { middleware: [refusing] });
    expect(asked).toBe(1);
  });

  it('is there to be added to', async () => {
    const retryOn = (...of: Parameters<typeof transient>) => of[0].error?.status === 409 || transient(...of);
    const [conflict, reset503] = await Promise.all(
      [409, 503].map((answer) => retried({ max: 1, retryOn }, { answers: [answer] })),
    );
    expect([conflict!.attempts, reset503!.attempts]).toEqual([2, 2]);
  });
});

describe('Retry-After', () => {
  it.each([
    [429, '7000'],
    [503, '7000'],
    [500, '250'],
    [502, '250'],
    [408, '250'],
    [425, '250'],
  ])('of a %d makes the wait %s', async (status, wait) => {
    const { waits } = await retried({ jitter: false }, { answers: [askingFor('7', status), { n: 1 }] });
    expect(waits).toBe(wait);
  });
});
