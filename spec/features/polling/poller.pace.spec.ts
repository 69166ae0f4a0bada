import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pollUntil } from '../../../lib/index.js';
import {
  EVERY,
  answered,
  asReactNative,
  drawing,
  inOwnTime,
  pass,
  polled,
  start,
} from '../../support/polled.js';
import { flush } from '../../support/flush.js';

/** The first waits between the requests of a poll that receives these responses. */
const waitsOf = async (
  count: number,
  statuses: readonly number[],
  options: { every?: number; maxEvery?: number } = {},
  headers: Record<string, string> = {},
): Promise<number[]> => {
  const { api, waits } = answered(statuses, headers);
  start(api.read, {}, options);
  while (waits().length < count) await vi.advanceTimersToNextTimerAsync();
  return waits().slice(0, count);
};

inOwnTime();
beforeEach(() => drawing(1));

describe('the wait after the nth consecutive failure (rules.md#polling)', () => {
  it.each([
    [0, [1000, 1000, 1000, 1000]],
    [0.5, [1500, 2500, 4500, 8500]],
    [1, [2000, 4000, 8000, 16_000]],
  ])('is %o of the way from every to every × 2^n', async (share, waits) => {
    drawing(share);
    expect(await waitsOf(4, [500])).toEqual(waits);
  });

  it('is drawn again each time', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(1).mockReturnValueOnce(0).mockReturnValueOnce(0.25);
    expect(await waitsOf(3, [500])).toEqual([2000, 1000, 2750]);
  });

  it('returns to every after a success, and starts over afterwards', async () => {
    expect(await waitsOf(5, [500, 500, 200, 500, 200])).toEqual([2000, 4000, 1000, 2000, 1000]);
  });

  it.each([304, 404, 408, 429, 500])('counts a %i as a failure', async (status) => {
    const { api, requests } = polled();
    start(api.read);
    await flush();
    requests[0]!.answer(new Response(null, { status }));
    await pass(1999);
    expect(requests).toHaveLength(1);
    await pass(1);
    expect(requests).toHaveLength(2);
  });

  it('counts a network error and a timeout as failures', async () => {
    const { api, requests, sentAt } = polled();
    start(api.read, {}, { timeout: 100 });
    await flush();
    requests[0]!.fail(new TypeError('reset'));
    await pass(2000 + 100 + 4000);
    expect(sentAt).toEqual([0, 2000, 6100]);
  });

  it('is the same for pollUntil', async () => {
    const { api, waits } = answered([500, 500, 200]);
    const promise = pollUntil(api.read, {}, { every: EVERY, until: () => true });
    await pass(6000);
    expect((await promise).data).toEqual({ n: 3 });
    expect(waits()).toEqual([2000, 4000]);
  });

  it('stays finite after a thousand failures, for any random number', async () => {
    drawing(0);
    const waits = await waitsOf(1100, [500], { maxEvery: Infinity });
    expect(new Set(waits)).toEqual(new Set([EVERY]));
  });
});

describe('maxEvery (rules.md#polling)', () => {
  const grown = [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];

  it.each<[string, object, number[]]>([
    ['is 60 seconds by default', {}, grown],
    ['is every by default if that is longer', { every: 90_000 }, [90_000, 90_000]],
    ['caps the wait', { maxEvery: 3000 }, [2000, 3000, 3000]],
    ['counts as every if it is below every', { maxEvery: 500 }, [EVERY, EVERY]],
    ['counts as every if it is 0', { maxEvery: 0 }, [EVERY, EVERY]],
    ['counts as every if it is negative', { maxEvery: -Infinity }, [EVERY, EVERY]],
    ['has its default if it is NaN', { maxEvery: NaN }, grown],
    ['has its default if it is null', { maxEvery: null }, grown],
    [
      "doesn't limit the wait if it is Infinity",
      { maxEvery: Infinity },
      [...grown.slice(0, 5), 64_000, 128_000, 256_000],
    ],
  ])('%s', async (_rule, options, waits) => {
    expect(await waitsOf(waits.length, [500], options)).toEqual(waits);
  });

  it('is the smallest value of all callers', async () => {
    asReactNative();
    const { api, waits } = answered([500]);
    for (const maxEvery of [50_000, 3000, 9000]) start(api.read, {}, { maxEvery });
    await pass(2000 + 3000 + 3000);
    expect(waits()).toEqual([2000, 3000, 3000]);
  });
});

describe('Retry-After (rules.md#polling)', () => {
  it.each([429, 503])('is the minimum wait on a %i', async (status) => {
    drawing(0);
    expect(await waitsOf(2, [status], {}, { 'Retry-After': '7' })).toEqual([7000, 7000]);
  });

  it('can be a date', async () => {
    drawing(0);
    vi.setSystemTime(new Date('2026-01-01T00:00:00Z'));
    const headers = { 'Retry-After': 'Thu, 01 Jan 2026 00:00:30 GMT' };
    expect(await waitsOf(2, [503, 200], {}, headers)).toEqual([30_000, EVERY]);
  });

  it('does not shorten a longer wait', async () => {
    expect(await waitsOf(3, [503], {}, { 'Retry-After': '3' })).toEqual([3000, 4000, 8000]);
  });

  it.each([200, 404, 500, 502])('has no effect on a %i', async (status) => {
    drawing(0);
    expect(await waitsOf(1, [status], {}, { 'Retry-After': '7' })).toEqual([EVERY]);
  });

  it.each([
    ['its default', {}, 60_000],
    ['the given value', { maxEvery: 5000 }, 5000],
    ['every, if that is longer', { every: 8000, maxEvery: 5000 }, 8000],
  ])('is capped by maxEvery: %s', async (_name, options, wait) => {
    expect(await waitsOf(1, [503], options, { 'Retry-After': '86400' })).toEqual([wait]);
  });
});

describe('the longest wait of a timer (rules.md#polling)', () => {
  it.each([2 ** 31, Number.MAX_VALUE])('is used for an every of %o', async (every) => {
    expect(await waitsOf(1, [200], { every })).toEqual([2 ** 31 - 1]);
  });

  it.each([
    [{ every: 2 ** 40 }, {}],
    [{ maxEvery: Infinity }, { 'Retry-After': '99999999999' }],
  ])('is also the longest wait after a failure: %o', async (options, headers) => {
    expect(await waitsOf(1, [503], options, headers as Record<string, string>)).toEqual([2 ** 31 - 1]);
  });
});
