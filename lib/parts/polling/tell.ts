import { reportError } from '../../core/platform/window.js';
import type { Result } from '../../core/result/result.js';

/** Calls a function of the user's with a Result, and gives what it returns. What it throws is reported and stops nobody. */
export function tell(callback: (result: never) => unknown, result: Result<unknown>): unknown {
  try {
    const returned = callback(result as never);
    // Of a promise only the rejection matters. Most callbacks return nothing, and then no promise is made.
    if (returned) Promise.resolve(returned).catch(reportError);
    return returned;
  } catch (thrown) {
    reportError(thrown);
    return undefined;
  }
}
