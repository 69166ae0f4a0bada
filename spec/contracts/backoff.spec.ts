import { ConstantBackoff, ExponentialBackoff, JitteredBackoff, LinearBackoff } from '../../lib/index.js';
import { capped } from '../support/capped.js';
import { backoffContract } from './backoff-contract.js';

/** The longest delay of timers. */
const LONGEST = 2 ** 31 - 1;

const drawn = { unsteadyBecause: 'a wait is random' };

backoffContract('ConstantBackoff', () => new ConstantBackoff(100), { cap: 100 });
backoffContract('LinearBackoff', () => new LinearBackoff(), { cap: 30_000 });
backoffContract('LinearBackoff from 0', () => new LinearBackoff({ baseDelay: 0 }), { cap: 0 });
backoffContract('LinearBackoff without a cap', () => new LinearBackoff({ maxDelay: Infinity }), {
  cap: LONGEST,
});
backoffContract('ExponentialBackoff', () => new ExponentialBackoff(), { cap: 30_000 });
backoffContract('ExponentialBackoff from 0', () => new ExponentialBackoff({ baseDelay: 0 }), { cap: 0 });
backoffContract('ExponentialBackoff without a cap', () => new ExponentialBackoff({ maxDelay: Infinity }), {
  cap: LONGEST,
});
backoffContract('JitteredBackoff', () => new JitteredBackoff(new ExponentialBackoff()), {
  cap: 30_000,
  ...drawn,
});
backoffContract(
  'JitteredBackoff with the highest random value',
  () => new JitteredBackoff(new LinearBackoff(), () => 1),
  {
    cap: 30_000,
  },
);
backoffContract(
  'a Backoff with invalid delays, under maxDelay',
  () => capped({ delay: (attempt) => (attempt < 3 ? -1 : attempt * 1e6) }, 500),
  { cap: 500 },
);
