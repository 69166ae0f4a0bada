import { describe, it } from '@jest/globals';
import { LinearBackoff } from '../../../lib/index.js';
import { expectDelays } from '../../support/expect-delays.js';

describe('LinearBackoff', () => {
  it('grows by 250 ms', () => {
    expectDelays(new LinearBackoff(), '250 500 750 1000');
  });

  it('grows up to 30 s', () => {
    expectDelays(new LinearBackoff({ baseDelay: 12_000 }), '12000 24000 30000 30000');
  });

  it('grows by baseDelay up to maxDelay', () => {
    expectDelays(new LinearBackoff({ baseDelay: 10, maxDelay: 25 }), '10 20 25 25');
  });

  it('waits nothing from a baseDelay of 0', () => {
    expectDelays(new LinearBackoff({ baseDelay: 0 }), '0 0 0');
  });

  it('takes NaN for the default', () => {
    expectDelays(new LinearBackoff({ baseDelay: NaN, maxDelay: NaN }), '250 500 750');
  });

  it('takes a negative number for 0', () => {
    expectDelays(new LinearBackoff({ baseDelay: -1 }), '0 0 0');
    expectDelays(new LinearBackoff({ maxDelay: -1 }), '0 0 0');
  });
});
