import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { type Result } from '../../../../lib/index.js';
import { isServiceFailure, PolicyPlugin } from '../../../../lib/entries/resilience.js';
import { jsonResponse } from '../../../../lib/entries/testing.js';
import { createTestClient, type Fetch } from '../../../support/client.js';
import { cockatiels } from '../../../support/cockatiels.js';
import { draws } from '../../../support/effort.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A service that responds to each call after its own delay, and ends with the signal. */
const service = (answers: readonly { readonly latency: number; readonly status: number }[]) => {
  let sent = 0;
  const open = { now: 0, most: 0 };
  const fetch = (_url: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const { latency, status } = answers[sent % answers.length]!;
      sent += 1;
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      const timer = setTimeout(() => {
        open.now -= 1;
        if (status === 0) reject(new TypeError('fetch failed'));
        else resolve(jsonResponse({}, { status }));
      }, latency);
      init.signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        open.now -= 1;
        reject(init.signal?.reason as Error);
      });
    });
  return { fetch, open, sent: () => sent };
};

const answer = fc.record({ latency: fc.nat(60), status: fc.constantFrom(0, 200, 200, 200, 404, 500, 503) });

const made = fc.record({
  at: fc.nat(600),
  end: fc.option(fc.record({ by: fc.constantFrom('abort', 'deadline'), after: fc.nat(60) })),
});

const clientOf = (fetch: Fetch, plugin: PolicyPlugin) =>
  createTestClient({ fetch, middleware: [plugin] }).api;

/** Makes the calls at their times. Returns their outcomes. */
const playedOut = async (
  api: ReturnType<typeof clientOf>,
  calls: readonly (typeof made extends fc.Arbitrary<infer T> ? T : never)[],
) => {
  const running: Promise<Result<unknown>>[] = [];
  calls.forEach(({ at, end }, n) => {
    setTimeout(() => {
      const controller = new AbortController();
      const options = end?.by === 'deadline' ? { timeout: end.after + 1 } : { signal: controller.signal };
      running.push(api.call({ n }, options));
      if (end?.by === 'abort') setTimeout(() => controller.abort(), end.after);
    }, at);
  });
  await vi.advanceTimersByTimeAsync(5000);
  return Promise.all(running);
};

describe.each(cockatiels)('policies in any order of events, over %s', (_, cockatiel) => {
  const { bulkhead, circuitBreaker, ConsecutiveBreaker, handleWhenResult, timeout, TimeoutStrategy, wrap } =
    cockatiel;

  it('close a circuit by responses only, and let every call settle', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 20 }),
        fc.array(made, { minLength: 5, maxLength: 40 }),
        async (answers, calls) => {
          const breaker = circuitBreaker(handleWhenResult(isServiceFailure), {
            halfOpenAfter: 50,
            breaker: new ConsecutiveBreaker(2),
          });
          const { fetch } = service(answers);
          // The breaker should receive each Result about the service, unchanged.
          let goodProbes = 0;
          let closings = 0;
          let failures = 0;
          let openings = 0;
          breaker.onReset(() => (closings += 1));
          breaker.onBreak(() => (openings += 1));
          const api = clientOf(async (url, init) => {
            const isProbe = (breaker.state as number) !== 0;
            try {
              const response = await fetch(url, init);
              if (response.status >= 500) failures += 1;
              else if (isProbe) goodProbes += 1;
              return response;
            } catch (thrown) {
              failures += 1;
              throw thrown;
            }
          }, new PolicyPlugin(breaker));
          const results = await playedOut(api, calls);
          expect(results).toHaveLength(calls.length);
          expect(closings).toBeLessThanOrEqual(goodProbes);
          expect(openings).toBeLessThanOrEqual(failures);
          for (const [n, { error }] of results.entries())
            if (error?.kind === 'abort')
              expect(calls.filter(({ end }) => end?.by === 'abort').length).toBeGreaterThan(0);
            else expect([n, error?.kind ?? 'data']).not.toContain('middleware');
          vi.clearAllTimers();
        },
      ),
      draws(40, 150),
    );
  });

  it('let every call settle in a bulkhead, a timeout and a circuit, and hold nothing afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(answer, { minLength: 1, maxLength: 20 }),
        fc.array(made, { minLength: 5, maxLength: 40 }),
        fc.constantFrom(TimeoutStrategy.Cooperative, TimeoutStrategy.Aggressive),
        fc.integer({ min: 1, max: 3 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 1 }),
        async (answers, calls, strategy, size, order) => {
          const places = bulkhead(size, 100);
          const breaker = circuitBreaker(handleWhenResult(isServiceFailure), {
            halfOpenAfter: 50,
            breaker: new ConsecutiveBreaker(3),
          });
          const all = [places, breaker, timeout(30, strategy)] as const;
          const policies = order.map((at) => all[at]!);
          const { fetch, open } = service(answers);
          const results = await playedOut(
            clientOf(fetch, new PolicyPlugin(wrap(...(policies as [never])))),
            calls,
          );
          expect(results.map(({ error }) => error?.kind)).not.toContain('middleware');
          if (!calls.some(({ end }) => end?.by === 'abort'))
            expect(results.map(({ error }) => error?.kind)).not.toContain('abort');
          expect(places.executionSlots).toBe(size);
          expect(places.queueSlots).toBe(100);
          if (order.includes(0)) expect(open.most).toBeLessThanOrEqual(size);
          expect(open.now).toBe(0);
          expect(vi.getTimerCount()).toBe(0);
        },
      ),
      draws(40, 150),
    );
  });
});
