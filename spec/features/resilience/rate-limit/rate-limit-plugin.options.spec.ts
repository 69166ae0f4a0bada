import { describe, expect, it } from 'vitest';
import { readRateLimitOptions } from '../../../../lib/features/resilience/rate-limit/rate-limit-plugin.js';

const defaults = { concurrency: 20, maxWait: 30_000, maxQueue: 1000, shared: undefined };

describe('readRateLimitOptions', () => {
  it.each([
    undefined,
    null,
    {},
    { concurrency: null, maxWait: NaN, maxQueue: NaN, shared: null, preset: null },
  ])('returns the defaults for %o', (options) => {
    expect(readRateLimitOptions(options as never)).toMatchObject(defaults);
  });

  it.each([0, -1, 0.5, NaN, -Infinity])('replaces a limit that allows no call: %o is 20', (concurrency) => {
    expect(readRateLimitOptions({ concurrency }).concurrency).toBe(20);
  });

  it('rounds down, and counts negative numbers as 0 and keeps infinite ones', () => {
    expect(readRateLimitOptions({ concurrency: 2.9, maxQueue: 3.9, maxWait: -5 })).toMatchObject({
      concurrency: 2,
      maxQueue: 3,
      maxWait: 0,
    });
    const infinite = { concurrency: Infinity, maxQueue: Infinity, maxWait: Infinity };
    expect(readRateLimitOptions(infinite)).toMatchObject({ ...infinite, maxWait: 2 ** 31 - 1 });
    expect(readRateLimitOptions({ maxQueue: -3 }).maxQueue).toBe(0);
  });
});
