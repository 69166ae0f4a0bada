import { describeType } from '../platform/describe-type.js';
import { Refusal } from '../wire/refusal.js';

/** The longest delay that timers take; a longer one would fire at once. */
const MAX_DELAY = 2 ** 31 - 1;

/**
 * A `timeout` option in whole milliseconds: fractions round down, at least 1, at most 2^31-1. 0, negative and NaN
 * mean no deadline, given as 0. Undefined leaves the level below.
 */
export function readTimeout(timeout: unknown): number | undefined {
  if (timeout === undefined) return undefined;
  if (typeof timeout !== 'number')
    throw new Refusal(`timeout is ${describeType(timeout)}: pass a number of milliseconds.`);
  return timeout > 0 ? Math.min(Math.max(Math.floor(timeout), 1), MAX_DELAY) : 0;
}
