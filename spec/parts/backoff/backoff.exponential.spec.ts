import { describe, it } from '@jest/globals';
import { ExponentialBackoff } from '../../../lib/index.js';
import { expectDelays } from '../../support/expect-delays.js';

describe('ExponentialBackoff', () => {
  it('doubles from 250 ms up to 30 s', () => {
    expectDelays(new ExponentialBackoff(), '250 500 1000 2000 4000 8000 16000 30000 30000');
  });

  it('starts with baseDelay', () => {
    expectDelays(new ExponentialBackoff({ baseDelay: 10 }), '10 20 40 80');
  });

  it('stops growing at maxDelay', () => {
    expectDelays(new ExponentialBackoff({ maxDelay: 600 }), '250 500 600 600');
  });

  it('waits nothing from a baseDelay of 0', () => {
    expectDelays(new ExponentialBackoff({ baseDelay: 0 }), '0 0 0');
  });

  it('takes an explicit undefined for the default', () => {
    expectDelays(new ExponentialBackoff({ baseDelay: undefined, maxDelay: undefined }), '250 500');
  });

  it('takes null for the default, and not for 0', () => {
    const options = { baseDelay: null, maxDelay: null } as unknown as { baseDelay: number; maxDelay: number };
    expectDelays(new ExponentialBackoff(options), '250 500 1000');
  });

  it('takes NaN for the default', () => {
    expectDelays(new ExponentialBackoff({ baseDelay: NaN, maxDelay: NaN }), '250 500 1000');
  });

  it('takes a negative number for 0', () => {
    expectDelays(new ExponentialBackoff({ baseDelay: -1 }), '0 0 0');
    expectDelays(new ExponentialBackoff({ maxDelay: -1 }), '0 0 0');
  });
});
