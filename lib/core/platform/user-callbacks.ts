// Functions of the program's own whose failure changes nothing for the call.

import { ownValue } from './values.js';

/** Runs one. Undefined where it throws or rejects. */
export async function ignoringErrors<T>(task: () => T | PromiseLike<T>): Promise<T | undefined> {
  try {
    const given = task();
    // Most tasks give nothing, and then there is nothing to wait for.
    return given && (await given);
  } catch {
    return undefined;
  }
}

/** Whether this is a browser or React Native, and no server. Asked at each use: tests and servers may define it late. */
export const hasWindow = (): boolean => ownValue(globalThis as { window?: unknown }, 'window') !== undefined;

/**
 * Tells the author of a callback that it threw, without throwing at anybody else: `reportError` in a browser, else
 * the console.
 */
export function reportError(thrown: unknown): void {
  const { reportError: report } = globalThis as { reportError?: (thrown: unknown) => void };
  void ignoringErrors(() => {
    if (hasWindow() && report) report.call(globalThis, thrown);
    else console.error(thrown);
  });
}

/** Calls one, and gives what it returns. What it throws, or rejects with, is reported. */
export function callReporting<T>(callback: () => T): T | undefined {
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
