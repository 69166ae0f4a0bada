import { reportError } from './window.js';

/** Calls a function of the user's, and gives what it returns. What it throws, or rejects with, is reported and stops nobody. */
export function reporting<T>(callback: () => T): T | undefined {
  try {
    const returned = callback();
    // Of a promise only the rejection matters. Most callbacks return nothing, and then no promise is made.
    if (returned) Promise.resolve(returned).catch(reportError);
    return returned;
  } catch (thrown) {
    reportError(thrown);
    return undefined;
  }
}
