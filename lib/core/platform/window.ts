import { ownValue } from './own-properties.js';

/** Whether this is a browser or React Native, and no server. Asked at each use: tests and servers may define it late. */
export const hasWindow = (): boolean => ownValue(globalThis as { window?: unknown }, 'window') !== undefined;

/**
 * Tells the author of a callback that it threw, without throwing at anybody else: `reportError` in a browser, else
 * the console.
 */
export function reportError(thrown: unknown): void {
  try {
    const { reportError: report } = globalThis as { reportError?: (thrown: unknown) => void };
    if (hasWindow() && report) report.call(globalThis, thrown);
    else console.error(thrown);
  } catch {
    // A console that fails must not stop what goes on.
  }
}
