import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type MiddlewareContext, type Result, retryMiddleware, RetryPlugin } from '../../../lib/index.js';
import { createTestClient } from '../../support/client.js';
import { expectWaits, retried } from '../../support/retried.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('RetryPlugin', () => {
  it('is a plugin called retry', () => {
    expect(new RetryPlugin().name).toBe('retry');
  });

  it('accepts the options of retryMiddleware', async () => {
    expect((await retried(new RetryPlugin())).attempts).toBe(4);
    expect((await retried(new RetryPlugin(1))).attempts).toBe(2);
    await expectWaits(new RetryPlugin({ jitter: false, baseDelay: 10 }), '10 20 40');
  });

  it('can be listed like a middleware, and is skipped by reference', async () => {
    const plugin = new RetryPlugin(1);
    const { api, requests } = createTestClient({ endpoint: { middleware: [plugin] }, answers: [503] });
    await api.call(undefined, { skipMiddleware: [plugin] });
    expect(requests).toHaveLength(1);
  });

  it('has no state: simultaneous calls wait independently', async () => {
    const { api, requests } = createTestClient({
      endpoints: ['call', 'other'],
      middleware: [retryMiddleware({ jitter: false })],
      answers: [503],
    });
    const calls = [api.call(), api.other()];
    await vi.runAllTimersAsync();
    await Promise.all(calls);
    expect(requests).toHaveLength(8);
  });
});

describe('a subclass of RetryPlugin', () => {
  it('decides with shouldRetry instead of retryOn and the default', async () => {
    class NotFound extends RetryPlugin {
      protected override shouldRetry({ error }: Result<unknown>): boolean {
        return error?.status === 404;
      }
    }
    expect((await retried(new NotFound({ retryOn: () => false }), { answers: [404, 503] })).attempts).toBe(2);
  });

  it('receives the call, and passes it to retryOn through the default', async () => {
    const seen: unknown[] = [];
    class Told extends RetryPlugin {
      protected override shouldRetry(
        result: Result<unknown>,
        attempt: number,
        ctx: MiddlewareContext,
      ): boolean {
        seen.push(ctx);
        return super.shouldRetry(result, attempt, ctx);
      }
    }
    await retried(new Told({ max: 1, retryOn: (_result, _attempt, ctx) => seen.push(ctx) > 0 }));
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({ requestName: 'call', request: { method: 'GET' } });
    expect(seen[1]).toBe(seen[0]);
  });

  it('stops retrying if shouldRetry throws', async () => {
    class Failing extends RetryPlugin {
      protected override shouldRetry(): boolean {
        throw new Error('mine');
      }
    }
    const { result, attempts } = await retried(new Failing());
    expect({ attempts, status: result.error?.status }).toEqual({ attempts: 1, status: 503 });
  });

  it('waits for the time that delay returns', async () => {
    class ByStatus extends RetryPlugin {
      protected override delay(attempt: number, { error }: Result<unknown>): number {
        return attempt * (error?.status ?? 0);
      }
    }
    await expectWaits(new ByStatus(), '500 1002 1509', { answers: [500, 501, 503] });
  });

  it.each([
    [NaN, 0],
    [-1, 0],
    [Infinity, 2 ** 31 - 1],
  ])('with a delay of %d waits %d', async (delay, wait) => {
    class Astray extends RetryPlugin {
      protected override delay(): number {
        return delay;
      }
    }
    await expectWaits(new Astray(1), String(wait));
  });
});
