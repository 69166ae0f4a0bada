import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { poll, pollUntil } from '../../../lib/index.js';
import { EVERY, answered, asReactNative, asServer, listener, pass, polled } from '../../support/polled.js';

const HOUR = 3_600_000;
const stops: (() => void)[] = [];

/** Where in its range each random wait lies, 0 to 1. */
const drawing = (share: number): void => void jest.spyOn(Math, 'random').mockReturnValue(share);

/** The first waits between the requests of a poll that is answered so. */
const waitsOf = async (
  count: number,
  statuses: readonly number[],
  options: { every?: number; maxEvery?: number } = {},
  headers: Record<string, string> = {},
): Promise<number[]> => {
  const { api, waits } = answered(statuses, headers);
  stops.push(poll(api.read, {}, listener(), { every: EVERY, ...options }));
  while (waits().length < count) await jest.advanceTimersToNextTimerAsync();
  return waits().slice(0, count);
};

beforeEach(() => {
  jest.useFakeTimers();
  drawing(1);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  asServer();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('the wait after the nth consecutive failure (rules.md#polling)', () => {
  it.each([
    [0, [1000, 1000, 1000, 1000]],
    [0.5, [1500, 2500, 4500, 8500]],
    [1, [2000, 4000, 8000, 16_000]],
  ])('lies %p of the way from every to every × 2^n', async (share, waits) => {
    drawing(share);
    expect(await waitsOf(4, [500])).toEqual(waits);
  });

  it('is drawn anew each time', async () => {
    jest.spyOn(Math, 'random').mockReturnValueOnce(1).mockReturnValueOnce(0).mockReturnValueOnce(0.25);
    expect(await waitsOf(3, [500])).toEqual([2000, 1000, 2750]);
  });

  it('is back to every after a success, and starts over after that', async () => {
    expect(await waitsOf(5, [500, 500, 200, 500, 200])).toEqual([2000, 4000, 1000, 2000, 1000]);
  });

  it.each([304, 404, 408, 429, 500])('counts a %i as a failure', async (status) => {
    const { api, requests } = polled();
    stops.push(poll(api.read, {}, listener(), { every: EVERY }));
    requests[0]!.answer(new Response(null, { status }));
    await pass(1999);
    expect(requests).toHaveLength(1);
    await pass(1);
    expect(requests).toHaveLength(2);
  });

  it('counts a network error and a timeout as failures', async () => {
    const { api, requests, sentAt } = polled();
    stops.push(poll(api.read, {}, listener(), { every: EVERY, timeout: 100 }));
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

  it('stays finite after a thousand failures, for any draw', async () => {
    drawing(0);
    const waits = await waitsOf(1100, [500], { maxEvery: Infinity });
    expect(new Set(waits)).toEqual(new Set([EVERY]));
  });
});

describe('maxEvery (rules.md#polling)', () => {
  it('is 60 seconds by default', async () => {
    expect(await waitsOf(7, [500])).toEqual([2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  });

  it('is every by default where that is longer', async () => {
    expect(await waitsOf(2, [500], { every: 90_000 })).toEqual([90_000, 90_000]);
  });

  it('caps the wait', async () => {
    expect(await waitsOf(3, [500], { maxEvery: 3000 })).toEqual([2000, 3000, 3000]);
  });

  it.each([500, 1, 0, -1, -Infinity])('of %p, below every, counts as every', async (maxEvery) => {
    expect(await waitsOf(2, [500], { maxEvery })).toEqual([EVERY, EVERY]);
  });

  it.each([NaN, undefined, null])('of %p is the default', async (maxEvery) => {
    expect(await waitsOf(6, [500], { maxEvery: maxEvery as number })).toEqual([
      2000, 4000, 8000, 16_000, 32_000, 60_000,
    ]);
  });

  it('of Infinity is no cap', async () => {
    expect((await waitsOf(10, [500], { maxEvery: Infinity })).at(-1)).toBe(1_024_000);
  });

  it('is the smallest of the callers', async () => {
    asReactNative();
    const { api, waits } = answered([500]);
    for (const maxEvery of [50_000, 3000, 9000])
      stops.push(poll(api.read, {}, listener(), { every: EVERY, maxEvery }));
    await pass(2000 + 3000 + 3000);
    expect(waits()).toEqual([2000, 3000, 3000]);
  });
});

describe('Retry-After (rules.md#polling)', () => {
  it.each([429, 503])('is waited for at least, on a %i', async (status) => {
    drawing(0);
    expect(await waitsOf(2, [status], {}, { 'Retry-After': '7' })).toEqual([7000, 7000]);
  });

  it('may be a date', async () => {
    drawing(0);
    jest.setSystemTime(new Date('2026-01-01T00:00:00Z'));
    const headers = { 'Retry-After': 'Thu, 01 Jan 2026 00:00:30 GMT' };
    expect(await waitsOf(2, [503, 200], {}, headers)).toEqual([30_000, EVERY]);
  });

  it('does not shorten a longer wait', async () => {
    expect(await waitsOf(3, [503], {}, { 'Retry-After': '3' })).toEqual([3000, 4000, 8000]);
  });

  it.each([200, 404, 500, 502])('means nothing on a %i', async (status) => {
    drawing(0);
    expect(await waitsOf(1, [status], {}, { 'Retry-After': '7' })).toEqual([EVERY]);
  });

  it.each([
    ['its default', {}, 60_000],
    ['the one given', { maxEvery: 5000 }, 5000],
    ['every, where that is longer', { every: 8000, maxEvery: 5000 }, 8000],
  ])('is capped by maxEvery: %s', async (_name, options, wait) => {
    expect(await waitsOf(1, [503], options, { 'Retry-After': '86400' })).toEqual([wait]);
  });

  it.each(['soon', '-5', '', 'NaN', '1e9'])('of %p is as none', async (value) => {
    drawing(0);
    expect(await waitsOf(1, [503], {}, { 'Retry-After': value })).toEqual([EVERY]);
  });

  it('with more digits than a number holds is capped too', async () => {
    expect(await waitsOf(1, [503], {}, { 'Retry-After': '9'.repeat(400) })).toEqual([60_000]);
  });
});

describe('the longest wait that timers take (rules.md#polling)', () => {
  it.each([2 ** 31, 2 ** 40, Number.MAX_VALUE])('is what an every of %p waits', async (every) => {
    const { api, sentAt } = answered([200]);
    stops.push(poll(api.read, {}, listener(), { every }));
    await pass(HOUR);
    expect(sentAt).toHaveLength(1);
    await pass(2 ** 31 - 1 - HOUR);
    expect(sentAt).toEqual([0, 2 ** 31 - 1]);
  });

  it.each([
    [{ every: 2 ** 40 }, {}],
    [{ maxEvery: Infinity }, { 'Retry-After': '99999999999' }],
    [{ maxEvery: 2 ** 50 }, { 'Retry-After': '99999999999' }],
  ])('is the longest after a failure too: %o', async (options, headers) => {
    expect(await waitsOf(1, [503], options, headers as Record<string, string>)).toEqual([2 ** 31 - 1]);
  });
});
