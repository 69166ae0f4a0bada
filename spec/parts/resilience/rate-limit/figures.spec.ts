import { describe, expect, it } from '@jest/globals';
import { FiguresReader } from '../../../../lib/parts/resilience/rate-limit/figures.js';
import { ManualClock } from '../../../support/manual-clock.js';

describe('FiguresReader', () => {
  it('goes by the policy that a response brings, whatever the one before brought', () => {
    const reader = new FiguresReader(new ManualClock());
    const lasting = (seconds: number | undefined) => {
      const headers = new Headers({ ratelimit: '"a";r=5' });
      if (seconds !== undefined) headers.set('ratelimit-policy', `"a";q=100;w=${String(seconds)}`);
      return reader.read(headers).window?.reset;
    };
    expect([60, 60, 30, undefined, 30].map(lasting)).toEqual([60_000, 60_000, 30_000, undefined, 30_000]);
  });
});
