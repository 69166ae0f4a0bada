import { describe, expect, it } from '@jest/globals';
import { type Backoff, ConstantBackoff, ExponentialBackoff } from '../../../lib/index.js';
import { DependableBackoff } from '../../../lib/parts/retry/retry-options.js';
import { expectDelays } from '../../support/expect-delays.js';

const dependable = (inner: Backoff): Backoff => new DependableBackoff(inner, 600, new ExponentialBackoff());

const failing: Backoff = {
  delay: () => {
    throw new Error('mine');
  },
};

describe('DependableBackoff', () => {
  it('waits what the strategy says', () => {
    expectDelays(dependable({ delay: (attempt) => attempt * 7 }), '7 14 21');
  });

  it('waits no longer than maxDelay, and no less than nothing', () => {
    expectDelays(dependable(new ConstantBackoff(601)), '600 600');
    expectDelays(dependable(new ConstantBackoff(-1)), '0 0');
  });

  it.each([NaN, Infinity, -Infinity, '7', undefined])(
    'asks the other strategy where it gives %p',
    (delay) => {
      expectDelays(dependable({ delay: () => delay as number }), '250 500');
    },
  );

  it('asks the other strategy where it throws', () => {
    expectDelays(dependable(failing), '250 500');
  });

  it('hands on what the other strategy throws', () => {
    expect(() => new DependableBackoff(failing, 600, failing).delay(1)).toThrow('mine');
  });
});
