import { describe, it } from '@jest/globals';
import { ConstantBackoff, LinearBackoff } from '../../../lib/index.js';
import { capped } from '../../support/capped.js';
import { expectDelays } from '../../support/expect-delays.js';

describe('a Backoff under maxDelay', () => {
  it('never waits longer than the cap', () => {
    expectDelays(capped(new LinearBackoff({ baseDelay: 10 }), 25), '10 20 25 25');
  });

  it('never waits less than nothing', () => {
    expectDelays(capped(new ConstantBackoff(-5), 25), '0 0');
  });

  it('is told which attempt it is', () => {
    expectDelays(capped({ delay: (attempt) => attempt ** 2 }, 10), '1 4 9 10');
  });

  it.each([NaN, Infinity, -Infinity])('makes no wait of %d, but the exponential one', (delay) => {
    expectDelays(capped(new ConstantBackoff(delay), 600), '250 500 600');
  });
});
