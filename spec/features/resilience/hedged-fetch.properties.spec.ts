import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import { hedgedFetch } from '../../../lib/entries/resilience.js';
import { draws } from '../../support/effort.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const plan = fc.record({
  latency: fc.nat(300),
  status: fc.constantFrom(0, 200, 200, 404, 500, 503, 503),
  heedsSignal: fc.boolean(),
  rests: fc.boolean(),
});

/** A service whose requests follow their plans, and which counts the bodies that weren't read or cancelled. */
const serviceOf = (plans: readonly (typeof plan extends fc.Arbitrary<infer T> ? T : never)[]) => {
  const open = new Set<number>();
  let sent = 0;
  const running = new Set<number>();
  const fetch = (_url: string, { signal }: RequestInit): Promise<Response> => {
    const number = sent;
    const { latency, status, heedsSignal, rests } = plans[number % plans.length]!;
    sent += 1;
    running.add(number);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        running.delete(number);
        if (status === 0) {
          reject(new TypeError('fetch failed'));
          return;
        }
        open.add(number);
        const body = new ReadableStream(
          {
            start: (controller) =>
              signal?.addEventListener('abort', () => {
                if (open.delete(number)) controller.error(signal.reason);
              }),
            cancel: () => void open.delete(number),
            pull: (controller) => {
              if (!open.delete(number)) return;
              controller.enqueue(new Uint8Array(1));
              controller.close();
            },
          },
          { highWaterMark: 0 },
        );
        const headers = rests ? { 'retry-after': '5' } : {};
        resolve(new Response(body, { status, headers }));
      }, latency);
      if (heedsSignal)
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          running.delete(number);
          reject(signal.reason as Error);
        });
    });
  };
  return { fetch, open, sent: () => sent, running };
};

describe('hedged requests in any order of events (rules.md#hedging)', () => {
  it('let a call settle, stay within their number, and leave at most one body, and no timer or request', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 1, maxLength: 6 }),
        fc.nat(100),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(4),
        fc.option(fc.nat(400)),
        async (plans, delay, max, budgeted, abortAfter) => {
          const service = serviceOf(plans);
          let left = budgeted;
          const budget = { take: () => left > 0 && (left -= 1) >= 0, credit: () => undefined };
          const controller = new AbortController();
          if (abortAfter !== null) setTimeout(() => controller.abort(), abortAfter);
          const call = hedgedFetch(service.fetch, { delay, max, budget })('https://api.test/', {
            signal: controller.signal,
          });
          const ended = call.then(
            (response) => response.status,
            (thrown: unknown) => thrown,
          );
          await vi.advanceTimersByTimeAsync(5000);
          const outcome = await Promise.race([ended, Promise.resolve('pending')]);
          expect(outcome).not.toBe('pending');
          expect(service.sent()).toBeLessThanOrEqual(1 + Math.min(max, budgeted));
          expect(service.running.size).toBe(0);
          expect(vi.getTimerCount()).toBe(0);
          const isAnswer = typeof outcome === 'number';
          expect(service.open.size).toBeLessThanOrEqual(isAnswer && !controller.signal.aborted ? 1 : 0);
          // A good response that came first is never replaced by a bad one.
          const used = plans.slice(0, service.sent());
          if (isAnswer && outcome >= 500 && service.sent() <= plans.length)
            expect(used.every(({ status }) => status === 0 || status >= 500)).toBe(true);
          if (isAnswer && !controller.signal.aborted) await (await call).text();
          expect(service.open.size).toBe(0);
        },
      ),
      draws(100, 400),
    );
  });
});
