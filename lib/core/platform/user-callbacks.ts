// User functions whose failure must not affect the call.

import { ownValue } from './values.js';

/** Runs a task; resolves with undefined if it throws or rejects. */
export async function ignoringErrors<T>(task: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    const given = task();
    // Most tasks return nothing, so there is nothing to await.
    return given && (await given);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether this is a browser or React Native, not a server. Checked at each use: tests and servers can define
 * `window` late.
 */
export const hasWindow = (): boolean => ownValue(globalThis as { window?: unknown }, 'window') !== undefined;

/** Reports an error that a callback threw, without throwing: with `reportError` in a browser, else on the console. */
export function reportError(thrown: unknown): void {
  const { reportError: report } = globalThis as { reportError?: (thrown: unknown) => void };
  void ignoringErrors(() => {
    if (hasWindow() && report) report.call(globalThis, thrown);
    else console.error(thrown);
  });
}

/** Calls a callback and returns its value. Reports an error that it throws or rejects with. */
export function callReporting<T>(callback: () => T): T | undefined {
  try {
    const returned = callback();
    // For a promise, only the rejection matters. Most callbacks return nothing, so no promise is created.
    if (returned) Promise.resolve(returned).catch(reportError);
    return returned;
  } catch (thrown) {
    reportError(thrown);
    return undefined;
  }
}
