import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { createApi, Request, type Result } from '../../../../lib/index.js';
import { RateLimitPlugin, type SharedLimit } from '../../../../lib/entries/resilience.js';
import { jsonResponse } from '../../../../lib/entries/testing.js';
import type { Untyped } from '../../../support/client.js';
import { draws, effort } from '../../../support/effort.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The rate limit headers of some responses. */
const SAYINGS: readonly [number, Readonly<Record<string, string>>][] = [
  [200, {}],
  [200, { ratelimit: '"p";r=2;t=1' }],
  [200, { ratelimit: '"p";r=0;t=2' }],
  [200, { 'ratelimit-policy': '"p";q=1;qu="concurrent-requests"' }],
  [429, { 'retry-after': '1' }],
  [429, { 'retry-after': '50' }],
  [429, {}],
  [503, { 'retry-after': '0' }],
  [500, {}],
];

/** A service of several hosts, which records concurrent requests and the arrival of each call. */
class Service {
  readonly arrived: string[] = [];
  most = 0;
  readonly #underway = new Map<string, number>();

  readonly fetch = async (url: string, { signal }: RequestInit): Promise<Response> => {
    const { host, searchParams } = new URL(url);
    this.arrived.push(url);
    this.#change(host, 1);
    const latency = Number(searchParams.get('latency'));
    try {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, latency);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason as Error);
        });
      });
    } finally {
      this.#change(host, -1);
    }
    if (latency % 7 === 6) throw new TypeError('reset');
    const [status, headers] = SAYINGS[Number(searchParams.get('saying'))] ?? [200, {}];
    return jsonResponse({}, { status, headers });
  };

  #change(host: string, by: number): void {
    const underway = (this.#underway.get(host) ?? 0) + by;
    this.#underway.set(host, underway);
    this.most = Math.max(this.most, underway);
  }
}

const clientOf = (service: Service, limit: RateLimitPlugin, share = false) =>
  createApi({
    baseUrl: 'https://:host.test',
    fetch: service.fetch,
    middleware: [
      (ctx, next) => {
        ctx.request.url = ctx.request.url.replace(':host', String(Object(ctx.request.params)['host']));
        return next();
      },
      limit,
    ],
    requests: { read: new Request<Untyped, Untyped>({ method: 'GET', path: '/things', share }) },
  });

/** A call at a given time. */
const planned = fc.record({
  at: fc.nat(3000),
  host: fc.constantFrom('a', 'b'),
  latency: fc.nat(200),
  saying: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.nat(SAYINGS.length - 1) },
  ),
  ends: fc.constantFrom('itself', 'itself', 'itself', 'abort', 'deadline'),
  after: fc.nat(500),
});

/** The limit that all processes share, and how it fails. */
const sharedLimits: readonly (SharedLimit | undefined)[] = [
  undefined,
  { take: async () => (Math.random() < 0.3 ? 40 : 0) },
  { take: () => (Math.random() < 0.3 ? new Promise(() => undefined) : Promise.resolve(0)) },
];

describe('many calls at once (rules.md#rate-limit)', () => {
  it('in any order of events never exceed the limit, all settle in their order, and leave nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(planned, { minLength: 5, maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(...sharedLimits),
        fc.boolean(),
        async (plan, concurrency, shared, share) => {
          const service = new Service();
          const limit = new RateLimitPlugin({ concurrency, shared, maxWait: 5000, maxQueue: 30 });
          const api = clientOf(service, limit, share);
          const calls: Promise<Result<unknown>>[] = [];
          plan.forEach(({ at, ends, after, host, latency, saying }, n) => {
            setTimeout(() => {
              const controller = new AbortController();
              const timeout = ends === 'deadline' ? after + 1 : 0;
              // Calls that share a request are equal.
              const params = share
                ? { host, latency: 100 + (n % 3), saying: 0 }
                : { host, latency, saying, n };
              calls.push(api.read(params, { signal: controller.signal, timeout }));
              if (ends === 'abort') setTimeout(() => controller.abort(), after);
            }, at);
          });
          await vi.advanceTimersByTimeAsync(20_000);
          expect(calls).toHaveLength(plan.length);
          const results = await Promise.all(calls);
          expect(results.every(({ data, error }) => (error === null) === (data !== null))).toBe(true);
          expect(service.most).toBeLessThanOrEqual(concurrency);
          expect(vi.getTimerCount()).toBe(0);
          if (!share) expectOrder(service.arrived, plan);
        },
      ),
      draws(50, 100),
    );
  });

  it('keep their order if thousands of them wait for one slot', async () => {
    const many = effort(2000, 10_000);
    const service = new Service();
    const api = clientOf(service, new RateLimitPlugin({ concurrency: 1, maxQueue: many, maxWait: Infinity }));
    const calls = Array.from({ length: many }, (_, n) => api.read({ host: 'a', latency: 1, n }));
    await vi.advanceTimersByTimeAsync(many + 1);
    expect((await Promise.all(calls)).filter(({ error }) => error)).toEqual([]);
    expect(service.arrived.map((url) => Number(new URL(url).searchParams.get('n')))).toEqual(
      calls.map((_, n) => n),
    );
    expect([service.most, vi.getTimerCount()]).toEqual([1, 0]);
  }, 30_000);
});

/** For each host, the sent calls were sent in the order of their start. */
const expectOrder = (arrived: readonly string[], plan: readonly { readonly at: number }[]): void => {
  for (const host of ['a', 'b']) {
    const sent = arrived
      .map((url) => new URL(url))
      .filter((url) => url.host.startsWith(host))
      .map(({ searchParams }) => plan[Number(searchParams.get('n'))]!.at);
    expect(sent).toEqual([...sent].sort((one, other) => one - other));
  }
};
