import { describe, expect, it, vi } from 'vitest';
import { AuthPlugin } from '../../../lib/entries/auth.js';
import { type MiddlewareEntry, type Result, retryMiddleware } from '../../../lib/index.js';
import {
  hedgedFetch,
  IdempotencyPlugin,
  RateLimitPlugin,
  RetryBudget,
} from '../../../lib/entries/resilience.js';
import { createTestClient } from '../../support/client.js';
import { heldFetch } from '../../support/held-fetch.js';
import { keysOf, useFakeTimersAndKeys } from '../../support/keyed.js';
import { settleTasks } from '../../support/limited.js';

useFakeTimersAndKeys();

const POST = { endpoint: { method: 'POST' } } as const;
const MAX_AGE = 1000;
const aging = () => new IdempotencyPlugin({ maxAge: MAX_AGE });
const retryAfterMs = (delay: number) => retryMiddleware({ max: 1, delay: () => delay, jitter: false });

const outcomeOf = async (call: Promise<Result<unknown>>) => {
  const { data, error } = await call;
  const { reason } = Object(error?.cause) as { reason?: unknown };
  return error
    ? { kind: error.kind, status: error.status, sent: error.sent, attempts: error.attempts, reason }
    : data;
};

const EXPIRED = { kind: 'network', status: 0, sent: false, attempts: 0, reason: 'key-expired' };
const http = (status: number) => ({ kind: 'http', status, sent: true, attempts: 1, reason: undefined });

/** A client whose responses the spec sends. */
const held = (middleware: readonly MiddlewareEntry[]) => {
  const { api, requests } = createTestClient({
    held: true,
    endpoints: ['call', 'other'],
    middleware,
    ...POST,
  });
  const pass = async (ms: number): Promise<number> => {
    await settleTasks();
    await vi.advanceTimersByTimeAsync(ms);
    await settleTasks();
    return requests.length;
  };
  const answer = async (at: number, body: unknown, status = 200): Promise<void> => {
    requests[at]!.answer(body, { status });
    await settleTasks();
  };
  return { api, requests, pass, answer };
};

describe('a key that is older than maxAge (rules.md#idempotency)', () => {
  it.each([
    ['is sent', MAX_AGE, { n: 2 }, 2],
    ['is not sent', MAX_AGE + 1, http(503), 1],
  ])('%s by a retry that waited %d ms', async (_, delay, outcome, sent) => {
    const { api, requests } = createTestClient({
      middleware: [aging(), retryAfterMs(delay)],
      ...POST,
      answers: [503, { n: 2 }],
    });
    const call = outcomeOf(api.call());
    await vi.runAllTimersAsync();
    expect([await call, requests.length]).toEqual([outcome, sent]);
  });

  it.each([
    ['is sent', MAX_AGE, 2, { n: 1 }],
    ['is not sent', MAX_AGE + 1, 1, http(401)],
  ])('%s again with a token that arrived after %d ms', async (_, ms, sent, outcome) => {
    let made = 0;
    const auth = new AuthPlugin(
      async () => {
        made += 1;
        if (made > 1) await new Promise((resolve) => setTimeout(resolve, ms));
        return { token: `T${made}` };
      },
      { minInterval: 0 },
    );
    const { api, requests, pass, answer } = held([aging(), auth]);
    const call = outcomeOf(api.call());
    await pass(0);
    await answer(0, {}, 401);
    expect(await pass(ms)).toBe(sent);
    if (sent === 2) await answer(1, { n: 1 });
    expect([await call, keysOf(requests.map((one) => ({ ...one, at: 0 })))]).toEqual([
      outcome,
      sent === 2 ? 'A A' : 'A',
    ]);
  });

  it.each([
    ['is sent', MAX_AGE, { n: 2 }],
    ['is not sent', MAX_AGE + 1, EXPIRED],
  ])('%s by a call that waited %d ms for a slot', async (_, ms, outcome) => {
    const { api, pass, answer } = held([aging(), new RateLimitPlugin({ concurrency: 1 })]);
    void api.call();
    const call = outcomeOf(api.call());
    await pass(ms);
    await answer(0, { n: 1 });
    const sent = await pass(0);
    if (sent > 1) await answer(1, { n: 2 });
    expect(await call).toEqual(outcome);
    // The slot is free again.
    void api.other();
    expect(await pass(0)).toBe(sent + 1);
  });

  it('is not sent by a retry that waited for a slot, which returns the previous attempt', async () => {
    const { api, pass, answer } = held([aging(), retryAfterMs(10), new RateLimitPlugin({ concurrency: 1 })]);
    const call = outcomeOf(api.call());
    await pass(0);
    void api.other();
    await answer(0, {}, 503);
    expect(await pass(10)).toBe(2);
    await pass(MAX_AGE);
    await answer(1, {});
    expect([await pass(0), await call]).toEqual([2, http(503)]);
  });

  it('is not sent by a call that left the queue without a token and waited for one', async () => {
    let life = 500;
    const auth = new AuthPlugin(
      async () => {
        if (life === 500) {
          life = 60_000;
          return { token: 'T1', expiresAt: Date.now() + 500 };
        }
        await new Promise((resolve) => setTimeout(resolve, 600));
        return { token: 'T2' };
      },
      { refreshAhead: 0 },
    );
    const { api, pass, answer } = held([aging(), auth, new RateLimitPlugin({ concurrency: 1 })]);
    void api.call();
    await pass(0);
    const call = outcomeOf(api.call());
    expect(await pass(600)).toBe(1);
    await answer(0, {});
    expect([await pass(600), await call]).toEqual([1, EXPIRED]);
  });

  it.each([
    ['is sent', MAX_AGE, 2],
    ['is not sent', MAX_AGE + 1, 1],
  ])('%s by a hedge after %d ms, and the first response counts', async (_, delay, sent) => {
    const { fetch, requests } = heldFetch();
    const budget = new RetryBudget({ capacity: 1 });
    // A fetch wrapper can copy its arguments.
    const hedged = hedgedFetch(fetch, { delay, budget });
    const { api } = createTestClient({
      middleware: [aging()],
      ...POST,
      fetch: (url, init) => hedged(url, { ...init }),
    });
    const call = outcomeOf(api.call());
    await vi.advanceTimersByTimeAsync(3 * delay);
    expect(requests).toHaveLength(sent);
    requests[0]!.answer({ n: 1 });
    expect([await call, budget.take('http://api.test')]).toEqual([{ n: 1 }, sent === 1]);
  });

  it('is not sent by a hedge that replaces a failed request', async () => {
    const { fetch, requests } = heldFetch();
    const { api } = createTestClient({
      middleware: [aging()],
      ...POST,
      fetch: hedgedFetch(fetch, { delay: 2 * MAX_AGE }),
    });
    const call = outcomeOf(api.call());
    await vi.advanceTimersByTimeAsync(MAX_AGE + 1);
    requests[0]!.answer({}, { status: 503 });
    await vi.advanceTimersByTimeAsync(MAX_AGE);
    expect([await call, requests.length]).toEqual([http(503), 1]);
  });

  it('has no effect for a call without a key', async () => {
    const { api, requests } = createTestClient({
      middleware: [aging(), retryAfterMs(MAX_AGE + 1)],
      answers: [503, { n: 2 }],
    });
    const call = outcomeOf(api.call());
    await vi.runAllTimersAsync();
    expect([await call, requests.length]).toEqual([{ n: 2 }, 2]);
  });
});
