import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthPlugin } from '../../lib/entries/auth.js';
import {
  type ApiConfig,
  type CallOptions,
  type Middleware,
  type MiddlewareEntry,
  type Result,
  retryMiddleware,
} from '../../lib/index.js';
import {
  isServiceFailure,
  hedgedFetch,
  IdempotencyPlugin,
  NotSentError,
  PolicyPlugin,
  RateLimitPlugin,
} from '../../lib/entries/resilience.js';
import { jsonResponse } from '../../lib/entries/testing.js';
import { withLimit, withProgress } from '../../lib/entries/transfer.js';
import { type Answer, createTestClient, stubFetch } from '../support/client.js';
import { cockatiels } from '../support/cockatiels.js';
import { Exchanging } from '../support/exchanging.js';
import { printed } from '../support/printed.js';

const [, { circuitBreaker, ConsecutiveBreaker, handleWhenResult }] = cockatiels[0]!;

/** A status, a Response or an error that a middleware can create. */
const failure = (status: number): Result<never> =>
  ({ data: null, error: { kind: 'http', status }, response: null }) as unknown as Result<never>;

const retry = (more: object = {}) => retryMiddleware({ delay: () => 100, jitter: false, ...more });

/** A circuit breaker that opens at the first failure. */
const circuit = () =>
  new PolicyPlugin(
    circuitBreaker(handleWhenResult(isServiceFailure), {
      halfOpenAfter: 600_000,
      breaker: new ConsecutiveBreaker(1),
    }),
  );

const post = (
  middleware: readonly MiddlewareEntry[],
  answers: readonly Answer[],
  client: Partial<ApiConfig> = {},
) => createTestClient({ middleware: [...middleware], answers, endpoint: { method: 'POST' }, ...client });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The Result of a middleware that blocks a call. */
const notSentResult = (): Result<never> => {
  const body = new NotSentError('queue-full', 'The queue is full.');
  return {
    data: null,
    error: { kind: 'network', body, cause: body },
    response: null,
  } as unknown as Result<never>;
};

/** The Result of a call after all its waits. */
const outcomeOf = async (call: Promise<Result<unknown>>): Promise<Result<unknown>> => {
  await vi.advanceTimersByTimeAsync(60_000);
  return call;
};

describe('error.sent, error.attempts and error.lastAttempt (rules.md#what-was-sent)', () => {
  it('report a payment with a lost response as sent, even if the circuit is open at the time of its retry', async () => {
    const { api, requests } = post(
      [new IdempotencyPlugin(), retry(), circuit()],
      [new TypeError('fetch failed')],
    );
    const { error } = await outcomeOf(api.call({ amount: 1 }));
    expect(error).toMatchObject({ kind: 'network', sent: true, attempts: 1 });
    expect(error?.message).toBe('POST /things got no response: fetch failed');
    expect(requests).toHaveLength(1);
  });

  const never = () => new Promise<never>(() => undefined);
  /** A token source that returns one short-lived token, and then never resolves. */
  const oneToken = () => {
    let asked = 0;
    return () => ((asked += 1) === 1 ? Promise.resolve({ token: 'a', expiresAt: Date.now() + 50 }) : never());
  };
  /** An AuthPlugin that already has a token. */
  const signedIn = (source: () => Promise<{ token: string }>): AuthPlugin => {
    const auth = new AuthPlugin(source);
    void auth.set({ token: 'first' });
    return auth;
  };
  const limit = (maxWait: number) => new RateLimitPlugin({ maxWait });

  it.each<[string, () => MiddlewareEntry[], Answer, CallOptions]>([
    [
      '503, if a limit allows no retry',
      () => [retry({ maxDelay: 10 }), limit(1000)],
      jsonResponse(null, { status: 503, headers: { 'retry-after': '30' } }),
      {},
    ],
    [
      '503, if the deadline passes in the queue of a limit',
      () => [retry({ maxDelay: 10 }), limit(10_000)],
      jsonResponse(null, { status: 503, headers: { 'retry-after': '3' } }),
      { timeout: 2000 },
    ],
  ])('describe the last sent attempt: a %s', async (what, middleware, answer, options) => {
    const { api } = post(middleware(), [answer]);
    const { error } = await outcomeOf(api.call({}, options));
    expect(error).toMatchObject({ kind: 'http', status: Number(what.slice(0, 3)), sent: true, attempts: 1 });
  });

  it.each<[string, () => MiddlewareEntry[], Answer, CallOptions]>([
    ['500, during the wait before a retry', () => [retry({ delay: () => 5000 })], 500, { timeout: 1000 }],
    [
      '500, during the wait for the token of a retry',
      () => [retry(), new AuthPlugin(oneToken())],
      500,
      { timeout: 1000 },
    ],
    ['401, during the wait for another token', () => [signedIn(never)], 401, { timeout: 1000 }],
  ])(
    'show a timeout with the last attempt if the deadline passes after a %s',
    async (what, middleware, answer, options) => {
      const { api, requests } = post(middleware(), [answer]);
      const { error } = await outcomeOf(api.call({}, options));
      expect(error).toMatchObject({ kind: 'timeout', status: 0, sent: true, attempts: 1 });
      expect(error?.message).toBe('POST /things timed out after 1000 ms');
      expect(error?.lastAttempt?.error).toMatchObject({ kind: 'http', status: Number(what.slice(0, 3)) });
      expect(requests).toHaveLength(1);
    },
  );

  it('have no last attempt if the deadline passes before the first request', async () => {
    const { api } = post([new AuthPlugin(() => never())], [500]);
    const { error } = await outcomeOf(api.call({}, { timeout: 1000 }));
    expect(error).toMatchObject({ kind: 'timeout', sent: false, attempts: 0 });
    expect(error?.lastAttempt).toBeUndefined();
  });

  it('have the previous attempt if the deadline passes during a later attempt', async () => {
    let sent = 0;
    const fetch = (): Promise<Response> =>
      (sent += 1) === 1 ? Promise.resolve(jsonResponse({}, { status: 503 })) : never();
    const { api } = post([retry({ delay: () => 10 })], [], { fetch, timeout: 1000 });
    const { error } = await outcomeOf(api.call({}));
    expect(error).toMatchObject({ kind: 'timeout', sent: true, attempts: 2 });
    expect(error?.lastAttempt?.error.status).toBe(503);
  });

  it('hide the last attempt of a timeout from printers', async () => {
    const { api } = post([retry({ delay: () => 5000 })], [500]);
    const { error } = await outcomeOf(api.call({}, { timeout: 1000 }));
    expect(Object.keys(error!)).not.toContain('lastAttempt');
    expect(JSON.stringify(error)).not.toContain('500');
  });

  it('have no last attempt for an aborted call', async () => {
    const { api } = post([retry({ delay: () => 5000 })], [500]);
    const leaving = new AbortController();
    const call = api.call({}, { signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(50);
    leaving.abort();
    expect((await call).error?.lastAttempt).toBeUndefined();
  });

  it('show an abort that was sent if the caller aborts during a wait', async () => {
    const { api } = post([retry()], [500]);
    const leaving = new AbortController();
    const call = api.call({}, { signal: leaving.signal });
    await vi.advanceTimersByTimeAsync(50);
    leaving.abort();
    expect((await call).error).toMatchObject({ kind: 'abort', sent: true, attempts: 1 });
  });

  it("don't show a 500 from before a success if a later attempt is blocked", async () => {
    let runs = 0;
    const blocking: Middleware = (_ctx, next) =>
      (runs += 1) < 3 ? next() : Promise.resolve(notSentResult());
    const again: Middleware = async (_ctx, next) => {
      await next();
      await next();
      return next();
    };
    const { api, requests } = post([again, blocking], [500, {}]);
    const { error } = await outcomeOf(api.call({}));
    expect(requests).toHaveLength(2);
    expect(error).toMatchObject({ kind: 'network', attempts: 2, body: expect.any(NotSentError) });
  });

  it('show a timeout that was sent if the deadline passes during the request', async () => {
    const { api } = post([], [], { fetch: stubFetch({ held: true, ignoresSignal: true }), timeout: 100 });
    expect((await outcomeOf(api.call({}))).error).toMatchObject({ kind: 'timeout', sent: true, attempts: 1 });
  });

  it('describe the 401 if the retry with another token is blocked', async () => {
    const auth = signedIn(() => Promise.resolve({ token: 'second' }));
    const open = circuit();
    const opening: Middleware = async (_ctx, next) => {
      const result = await next();
      // A call of another endpoint opens the circuit in the meantime.
      if (result.error?.status === 401) await open.handle(_ctx, () => Promise.resolve(failure(503)));
      return result;
    };
    const { api, requests } = post([auth, opening, open], [401]);
    expect((await outcomeOf(api.call({}))).error).toMatchObject({ status: 401, sent: true, attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it("show a blocked attempt to a user's own loop, and the last sent attempt to the caller", async () => {
    const seen: unknown[] = [];
    const loop: Middleware = async (_ctx, next) => {
      let result = await next();
      for (let again = 0; again < 2; again += 1) {
        result = await next();
        seen.push([result.error?.sent, result.error?.message]);
      }
      return result;
    };
    const { api } = post([loop, circuit()], [502]);
    const { error } = await outcomeOf(api.call({}));
    expect(seen[1]).toEqual([
      true,
      'POST /things was not sent again. The circuit is open after failed calls: try again later.',
    ]);
    expect(error).toMatchObject({ kind: 'http', status: 502, sent: true, attempts: 1 });
  });

  it('ignore an earlier success if a later attempt is blocked before sending', async () => {
    const twice: Middleware = async (_ctx, next) => {
      await next();
      return next();
    };
    const { api } = post([twice, new RateLimitPlugin({ maxWait: 0 })], [{ n: 1 }, { n: 2 }]);
    expect((await outcomeOf(api.call({}))).data).toEqual({ n: 2 });
  });

  it('show a call as not sent if the first attempt is blocked', async () => {
    const { api } = post([circuit()], [500]);
    await api.call({});
    const { error } = await outcomeOf(api.call({}));
    expect(error).toMatchObject({ kind: 'network', sent: false, attempts: 0 });
    expect(error?.message).toContain('was not sent. The circuit is open');
  });

  it.each<[string, Partial<ApiConfig>, [boolean, number]]>([
    ['is rejected before sending was not', { baseUrl: 'http://api.test/#x' }, [false, 0]],
    ['fails in a middleware was not', { middleware: [() => Promise.reject(new Error('mine'))] }, [false, 0]],
    [
      'fails in a middleware after its request was',
      { middleware: [(_ctx, next) => next().then(() => Promise.reject(new Error('mine')))] },
      [true, 1],
    ],
  ])('show that a call that %s sent', async (_what, client, expected) => {
    const { error } = await outcomeOf(post([], [], client).api.call({}));
    expect([error?.sent, error?.attempts]).toEqual(expected);
  });

  it('show a call as not sent if a wrapper of fetch rejects the request', async () => {
    const { xhrFetch } = await import('../../lib/entries/transfer.js');
    Object.assign(globalThis, { XMLHttpRequest: vi.fn() });
    const { api } = post([], [], { fetch: xhrFetch(), fetchOptions: { redirect: 'error' } });
    const { error } = await outcomeOf(api.call({}));
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
    expect(error?.message).toContain('was not sent.');
    expect(error).toMatchObject({ sent: false, attempts: 0 });
  });

  it('count the attempts, and a shared attempt for each of its callers', async () => {
    const { api } = createTestClient({
      middleware: [retry({ max: 2 })],
      answers: [503],
      endpoint: { share: true },
    });
    const both = await Promise.all([api.call({}), api.call({})].map(outcomeOf));
    expect(both.map(({ error }) => error?.attempts)).toEqual([3, 3]);
  });

  it('count from the start for a retry() of the Result', async () => {
    const { api } = post([retry({ max: 1 })], [503]);
    const { error, retry: again } = await outcomeOf(api.call({}));
    expect(error?.attempts).toBe(2);
    expect((await outcomeOf(again())).error?.attempts).toBe(2);
  });

  it('show the count to a middleware, and set it on an error that the middleware builds', async () => {
    const seen: number[] = [];
    const counting: Middleware = async ({ request }, next) => {
      seen.push(request.attempts);
      await next();
      seen.push(request.attempts);
      return { error: { kind: 'http', status: 418 } } as never;
    };
    const { api } = post([counting], []);
    expect((await outcomeOf(api.call({}))).error?.attempts).toBe(1);
    expect(seen).toEqual([0, 1]);
  });

  it('appear in the log as the number of attempts, the reason of each wait, and "not sent"', async () => {
    const lines = printed();
    const { api } = createTestClient({
      middleware: [retry({ max: 1 }), circuit()],
      answers: [503],
      endpoints: ['read'],
      endpoint: { method: 'POST' },
      log: true,
    });
    await outcomeOf(api.read({}));
    await outcomeOf(api.read({}, { timeout: 1 }));
    expect(lines.map(([line]) => line)).toEqual([
      '[homing] → POST read http://api.test/things',
      '[homing] ↻ read waits 100ms (retry): returned 503',
      '[homing] ← read ERROR 503 (100ms): returned 503',
      '[homing] → POST read http://api.test/things',
      '[homing] ← read ERROR 0 (0ms): was not sent. The circuit is open after failed calls: try again later.',
    ]);
  });

  it('appear in the output of toJSON(), except for lastAttempt', async () => {
    const { api } = post([retry({ max: 2 })], [503]);
    const { error } = await outcomeOf(api.call({}));
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ sent: true, attempts: 3 });
  });

  it('report a spent stream in a second attempt as invalid, and as sent before', async () => {
    const { api } = post([retry()], [503]);
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new Uint8Array(1));
        controller.close();
      },
    });
    const { error } = await outcomeOf(api.call(body as never));
    expect(error).toMatchObject({ kind: 'network', status: 0, sent: true, attempts: 1 });
    expect(error?.message).toContain('was not sent again.');
  });
});

describe('a plugin around fetch', () => {
  it('counts both requests if it sends two within an attempt, and keeps the count if a limit blocks the second', async () => {
    const twice = new Exchanging(async (send, url, init) => {
      const response = await send(url, init);
      return response.status === 503 ? send(url, init) : response;
    });
    const { api, requests } = post(
      [twice, new RateLimitPlugin({ maxWait: 1000 })],
      [jsonResponse(null, { status: 503, headers: { 'retry-after': '3600' } })],
    );
    const { error } = await outcomeOf(api.call({}));
    expect(requests).toHaveLength(1);
    expect(error).toMatchObject({ sent: true, attempts: 1 });
    expect(error?.message).toContain('was not sent again.');
  });

  it('leaves the call unsent if fetch rejects the request before sending', async () => {
    const refusing = new NotSentError('queue-full', 'No room.');
    const through = new Exchanging();
    const { api } = post([through], [], { fetch: () => Promise.reject(refusing) });
    expect((await outcomeOf(api.call({}))).error).toMatchObject({ sent: false, attempts: 0 });
  });

  it('counts two concurrent attempts separately', async () => {
    const both: Middleware = async (_ctx, next) => {
      const [first, second] = [next(), next()];
      const result = await second;
      return result.error ? first : result;
    };
    const later = new Exchanging(async (send, url, init) => {
      await Promise.resolve();
      return send(url, init);
    });
    const { api } = post([both, later, new RateLimitPlugin({ concurrency: 1, maxQueue: 0 })], [500]);
    expect((await outcomeOf(api.call({}))).error).toMatchObject({ status: 500, sent: true, attempts: 1 });
  });

  it('keeps the request as sent if a hedge is rejected before sending', async () => {
    let count = 0;
    const inner = (): Promise<Response> => {
      count += 1;
      return Promise.reject(
        count === 1 ? new TypeError('fetch failed') : new NotSentError('queue-full', 'No room.'),
      );
    };
    const fetch = hedgedFetch(inner, { delay: 10, max: 1 });
    const { api } = createTestClient({ fetch });
    const { error } = await outcomeOf(api.call());
    expect(error).toMatchObject({ sent: true, attempts: 1 });
    expect(error?.message).toContain('fetch failed');
  });
});

describe("an object from fetch that isn't a native Response", () => {
  const odd = (status: number): Response => {
    const response = new Response('{"a":1}');
    Object.defineProperty(response, 'status', { value: status });
    Object.defineProperty(response, 'ok', { value: false });
    return response;
  };

  it.each<[string, (inner: () => Promise<Response>) => typeof fetch]>([
    ['hedgedFetch', (inner) => hedgedFetch(inner)],
    ['withLimit', (inner) => withLimit({ maxResponseSize: 100, fetch: inner }) as typeof fetch],
    ['withProgress', (inner) => withProgress({ fetch: inner }) as typeof fetch],
  ])('returns its status through %s', async (_name, around) => {
    const { api } = createTestClient({
      fetch: around(() => Promise.resolve(odd(999))),
      fetchOptions: { onDownloadProgress: () => undefined },
      timeout: 1000,
    });
    expect((await outcomeOf(api.call())).error).toMatchObject({ kind: 'http', status: 999, body: { a: 1 } });
  });

  it('returns an error if a hedge gets a response that is already being read, instead of hanging', async () => {
    const taken = new Response('{}');
    taken.body?.getReader();
    const { api } = createTestClient({ fetch: hedgedFetch(() => Promise.resolve(taken)), timeout: 1000 });
    expect((await outcomeOf(api.call())).error?.kind).toBe('network');
  });
});
