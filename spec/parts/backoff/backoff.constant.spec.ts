import { describe, it } from '@jest/globals';
import { ConstantBackoff } from '../../../lib/index.js';
import { expectDelays } from '../../support/expect-delays.js';

describe('ConstantBackoff', () => {
  it('waits the same time after each failure', () => {
    expectDelays(new ConstantBackoff(40), '40 40 40');
  });

  it('may wait nothing', () => {
    expectDelays(new ConstantBackoff(0), '0 0 0');
  });
});
