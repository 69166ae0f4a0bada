import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fromRateLimiterFlexible, type SharedLimit } from '../../../../lib/entries/resilience.js';
import { heldBack, limited } from '../../../support/limited.js';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('fromRateLimiterFlexible (rules.md#rate-limit)', () => {
  it('consumes a point of the key for each request', async () => {
    const consume = vi.fn(async (_key: string, _points: number): Promise<unknown> => ({}));
    expect(await fromRateLimiterFlexible({ consume }).take('https://api.test')).toBe(0);
    expect(consume.mock.calls).toEqual([['https://api.test', 1]]);
  });

  it.each([
    [{ msBeforeNext: 1500 }, 1500],
    [{ msBeforeNext: 0 }, 1],
    [{ msBeforeNext: -1 }, Infinity],
  ])('waits for the time in the rejection %j', async (rejection, ms) => {
    expect(await fromRateLimiterFlexible({ consume: () => Promise.reject(rejection) }).take('k')).toBe(ms);
  });

  it.each([new Error('down'), undefined, { msBeforeNext: NaN }, { msBeforeNext: '5' }])(
    'fails with any other error: %o',
    async (thrown) => {
      await expect(fromRateLimiterFlexible({ consume: () => Promise.reject(thrown) }).take('k')).rejects.toBe(
        thrown,
      );
    },
  );
});

/** A shared limit whose results the spec provides. */
const byHand = () => {
  const asked: { key: string; say(ms: unknown): void; fail(): void }[] = [];
  const shared: SharedLimit = {
    take: (key) =>
      new Promise((resolve, reject) => {
        asked.push({ key, say: resolve, fail: () => reject(new Error('down')) });
      }),
  };
  return { shared, asked };
};

describe('the option shared (rules.md#rate-limit)', () => {
  it('is called before each request, one at a time', async () => {
    const { shared, asked } = byHand();
    const { begin } = limited({ shared });
    expect([await begin(3), asked.length]).toEqual([0, 1]);
    asked[0]?.say(0);
    expect([await begin(0), asked.length, asked[1]?.key]).toEqual([1, 2, 'http://api.test']);
    asked[1]?.say(0);
    expect([await begin(0), asked.length]).toEqual([2, 3]);
  });

  it('is waited for as long as it demands, and then called again', async () => {
    const { shared, asked } = byHand();
    const { begin, later } = limited({ shared });
    await begin(2);
    asked[0]?.say(500);
    await begin(0);
    expect([await later(499), asked.length]).toEqual([0, 1]);
    expect([await later(1), asked.length]).toEqual([0, 2]);
    asked[1]?.say(0);
    expect(await begin(0)).toBe(1);
  });

  it('makes calls fail at once if it demands a wait longer than maxWait', async () => {
    const { shared, asked } = byHand();
    const { begin, calls, call } = limited({ shared });
    await begin(1);
    asked[0]?.say(Infinity);
    expect(await heldBack(calls[0])).toMatchObject({ reason: 'wait-too-long' });
    expect(await heldBack(call())).toMatchObject({ reason: 'wait-too-long' });
    expect([asked.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  it.each([Infinity, 1.8e12])('can demand one day at most: %d', async (ms) => {
    const { shared, asked } = byHand();
    const { begin, later, calls, call } = limited({ shared });
    await begin(1);
    asked[0]?.say(ms);
    expect(await heldBack(calls[0])).toMatchObject({ reason: 'wait-too-long', retryAfter: 86_400_000 });
    await later(86_399_999);
    expect([await begin(1), asked.length]).toEqual([0, 1]);
    await later(1);
    void call();
    await later(0);
    expect(asked).toHaveLength(2);
    asked[1]?.say(0);
    expect(await begin(0)).toBeGreaterThan(0);
  });

  it('is not called if there is no slot, or if the service requires a pause', async () => {
    const { shared, asked } = byHand();
    const { begin, answer, later } = limited({ shared, concurrency: 1, maxWait: 90_000 });
    await begin(2);
    asked[0]?.say(0);
    await begin(0);
    expect(asked).toHaveLength(1);
    await answer(0, { 'retry-after': '60' }, 429);
    expect(asked).toHaveLength(1);
    await later(60_000);
    expect(asked).toHaveLength(2);
  });

  it('is called with a maxWait of 0 too', async () => {
    const { shared, asked } = byHand();
    const { begin, calls } = limited({ shared, maxWait: 0 });
    await begin(1);
    asked[0]?.say(0);
    expect(await begin(0)).toBe(1);
    await begin(1);
    asked[1]?.say(5);
    expect(await heldBack(calls[1])).toMatchObject({ reason: 'wait-too-long', retryAfter: 5 });
  });

  it('leaves no timer after all waiting calls were aborted', async () => {
    const { shared, asked } = byHand();
    const { begin, call, later } = limited({ shared });
    const controller = new AbortController();
    const waiting = call({ signal: controller.signal });
    await begin(0);
    controller.abort();
    expect((await waiting).error?.kind).toBe('abort');
    asked[0]?.say(0);
    await later(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a shared limit that fails (rules.md#rate-limit)', () => {
  const spoilt: [string, SharedLimit['take']][] = [
    ['rejects', () => Promise.reject(new Error('down'))],
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['returns a value that is not a number', () => Promise.resolve('soon' as never)],
    ['returns NaN', () => Promise.resolve(NaN)],
  ];

  it.each(spoilt)('lets all calls go if it %s', async (_, take) => {
    const { begin } = limited({ shared: { take } });
    expect([await begin(3), vi.getTimerCount()]).toEqual([3, 0]);
  });

  it("lets all calls go if it doesn't respond for 50 ms, and ignores its late response", async () => {
    const { shared, asked } = byHand();
    const { begin, later } = limited({ shared });
    await begin(3);
    expect([await later(49), await later(1)]).toEqual([0, 3]);
    asked[0]?.say(5000);
    expect([await begin(2), asked.length, vi.getTimerCount()]).toEqual([5, 1, 0]);
  });

  it('is called again after a second', async () => {
    const { shared, asked } = byHand();
    const { begin, later } = limited({ shared });
    await begin(1);
    asked[0]?.fail();
    await begin(1);
    expect([await later(999), await begin(1), asked.length]).toEqual([2, 3, 1]);
    await later(1);
    expect([await begin(1), asked.length]).toEqual([3, 2]);
  });

  it('counts a negative number as 0', async () => {
    const { begin } = limited({ shared: { take: () => Promise.resolve(-5) } });
    expect(await begin(2)).toBe(2);
  });

  it('with failOpen: false lets no call go until it responds', async () => {
    const { shared, asked } = byHand();
    const { begin, later } = limited({ shared, failOpen: false });
    await begin(2);
    asked[0]?.fail();
    await begin(0);
    expect([await later(999), asked.length]).toEqual([0, 1]);
    await later(1);
    asked[1]?.say(0);
    expect(await begin(0)).toBe(1);
  });

  it('with failOpen: false makes calls fail after maxWait', async () => {
    const { begin, calls, later } = limited({
      shared: { take: () => Promise.reject(new Error('down')) },
      failOpen: false,
      maxWait: 2500,
    });
    await begin(1);
    for (let ms = 0; ms < 2500; ms += 500) await later(500);
    expect(await heldBack(calls[0])).toMatchObject({ kind: 'network', reason: 'wait-too-long' });
  });
});
