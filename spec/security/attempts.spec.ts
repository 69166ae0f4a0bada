import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthPlugin } from '../../lib/entries/auth.js';
import {
  cacheMiddleware,
  createApi,
  logMiddleware,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareEntry,
  Request,
  RetryPlugin,
} from '../../lib/index.js';
import {
  AttemptTimeoutPlugin,
  IdempotencyPlugin,
  PolicyPlugin,
  RateLimitPlugin,
} from '../../lib/entries/resilience.js';
import { retryDecision } from '../../lib/entries/retry.js';
import { bytes } from '../../lib/entries/stream.js';
import { successResult } from '../../lib/entries/testing.js';
import type { Untyped } from '../support/client.js';
import { cockatiels } from '../support/cockatiels.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Tracks what was added to a call and not removed. */
class Left {
  #ctx: MiddlewareContext | undefined;
  readonly #tasks = new Set<object>();
  readonly #listeners = new Map<unknown, Set<unknown>>();

  /** The numbers of tasks, `decideRetry` functions, listeners of signals, and timers. */
  get counts(): readonly number[] {
    const listeners = [...this.#listeners.values()]
      .map(({ size }) => size)
      .reduce((sum, size) => sum + size, 0);
    return [this.#tasks.size, this.#vetoes, listeners, vi.getTimerCount()];
  }

  /** The number of `decideRetry` functions. Each gets its own copy of the Result. */
  get #vetoes(): number {
    let copies = 0;
    const result = {
      ...successResult(1),
      get error() {
        copies += 1;
        return null;
      },
    };
    if (this.#ctx) retryDecision(this.#ctx, result);
    return copies;
  }

  /** Runs outermost, and counts what inner middleware adds. */
  readonly count: Middleware = (ctx, next) => {
    const { request } = ctx;
    const { onSend } = request;
    const { onEnd } = ctx;
    const counted = (takeAway: () => void): (() => void) => {
      const task = {};
      this.#tasks.add(task);
      return () => {
        this.#tasks.delete(task);
        takeAway();
      };
    };
    request.onSend = (task) => counted(onSend.call(request, task));
    ctx.onEnd = (task) => void counted(() => onEnd.call(ctx, task));
    this.#ctx = ctx;
    return next();
  };

  watchSignals(): void {
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    const of = (target: unknown): Set<unknown> => this.#listeners.get(target) ?? new Set();
    const add = vi.spyOn(EventTarget.prototype, 'addEventListener');
    add.mockImplementation(function (this: EventTarget, ...given) {
      watched(this, of(this).add(given[1]));
      addEventListener.apply(this, given as never);
    });
    const watched = (target: unknown, listeners: Set<unknown>) => this.#listeners.set(target, listeners);
    const remove = vi.spyOn(EventTarget.prototype, 'removeEventListener');
    remove.mockImplementation(function (this: EventTarget, ...given) {
      of(this).delete(given[1]);
      removeEventListener.apply(this, given as never);
    });
  }
}

/** What is left of a call after this number of attempts, and after twice as many. */
const leftAfter = async (
  attempts: number,
  middleware: readonly MiddlewareEntry[],
  endpoint: object,
): Promise<readonly (readonly number[])[]> => {
  const left = new Left();
  left.watchSignals();
  const counts: (readonly number[])[] = [];
  let sent = 0;
  const fetch = async (): Promise<Response> => {
    sent += 1;
    if (sent % attempts === 0) counts.push(left.counts);
    return new Response('{}', { status: 503 });
  };
  const retry = new RetryPlugin({ max: 2 * attempts - 1, delay: () => 0, retryOn: () => true });
  const api = createApi({
    baseUrl: 'https://api.test',
    fetch,
    timeout: 600_000,
    middleware: [left.count, retry, ...middleware],
    requests: { ask: new Request<Untyped, Untyped>({ method: 'GET', path: '/x', ...endpoint }) },
  });
  const call = api.ask({}, { signal: new AbortController().signal });
  await vi.advanceTimersByTimeAsync(4 * attempts);
  expect((await call).error?.status).toBe(503);
  return counts;
};

const [[, { bulkhead, circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap }]] =
  cockatiels as [(typeof cockatiels)[number]];

const breaker = () => circuitBreaker(handleAll, { halfOpenAfter: 10, breaker: new ConsecutiveBreaker(1e9) });
const inTime = () => timeout(60_000, TimeoutStrategy.Cooperative);

const auth = () => new AuthPlugin(async () => ({ token: 'T' }));

const plugins: readonly [string, () => MiddlewareEntry[]][] = [
  ['a cache', () => [cacheMiddleware({ methods: ['GET', 'POST'] })]],
  ['a log', () => [logMiddleware({ enabled: false })]],
  ['credentials', () => [auth()]],
  ['a rate limit', () => [new RateLimitPlugin()]],
  ['an idempotency key', () => [new IdempotencyPlugin()]],
  ['an attempt timeout', () => [new AttemptTimeoutPlugin(5000)]],
  ['a circuit breaker', () => [new PolicyPlugin(breaker())]],
  ['a bulkhead', () => [new PolicyPlugin(bulkhead(1, 1))]],
  ['a timeout of a policy', () => [new PolicyPlugin(inTime())]],
  [
    'all of them',
    () => [
      new IdempotencyPlugin(),
      auth(),
      cacheMiddleware(),
      new RateLimitPlugin(),
      new PolicyPlugin(wrap(breaker(), bulkhead(1, 1), inTime())),
      new AttemptTimeoutPlugin(5000),
    ],
  ],
];

describe('the resources of a call', () => {
  it.each(plugins)("don't grow with its attempts when retry wraps %s", async (_what, make) => {
    for (const endpoint of [{}, { method: 'POST' }, { responseType: bytes() }]) {
      const [some, more] = await leftAfter(50, make(), endpoint);
      expect(more).toEqual(some);
      vi.restoreAllMocks();
    }
  });
});
