import { describe, expect, it } from '@jest/globals';
import { CappedBackoff } from '../../lib/backoff/capped-backoff.js';
import { ConstantBackoff, LinearBackoff } from '../../lib/index.js';
import { expectDelays } from '../support/expect-delays.js';

describe('CappedBackoff', () => {
  it('never waits longer than the cap', () => {
    expectDelays(new CappedBackoff(new LinearBackoff({ baseDelay: 10 }), 25), '10 20 25 25');
  });

  it('never waits less than nothing', () => {
    expectDelays(new CappedBackoff(new ConstantBackoff(-5), 25), '0 0');
  });

  it('hands on which attempt it is', () => {
    expectDelays(new CappedBackoff({ delay: (attempt) => attempt ** 2 }, 10), '1 4 9 10');
  });

  it.each([NaN, Infinity, -Infinity])('makes no wait of %d, so that whoever asked sees it', (delay) => {
    expect(new CappedBackoff(new ConstantBackoff(delay), 10).delay(1)).toBeNaN();
  });
});
