import { reportError } from '../../core/platform/window.js';
import type { Result } from '../../core/result/result.js';

/** Gives a Result to a function of the user's, and gives what that gives. What it throws is reported and stops nobody. */
export function tell(callback: (result: never) => unknown, result: Result<unknown>): unknown {
  try {
    const outcome = callback(result as never);
    // Of a promise only the rejection matters; a callback that returns nothing, the usual one, costs none.
    if (outcome) Promise.resolve(outcome).catch(reportError);
    return outcome;
  } catch (thrown) {
    reportError(thrown);
    return undefined;
  }
}
