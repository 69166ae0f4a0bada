import { afterAll, expect, vi, type Tester } from 'vitest';

/**
 * Errors are equal by name, message and cause. Vitest also compares what else an error carries, such as a status:
 * a spec that is about that names it.
 */
const sameError: Tester = function (one, other, testers) {
  if (!(one instanceof Error && other instanceof Error)) return undefined;
  return (
    one.name === other.name &&
    one.message === other.message &&
    (other.cause === undefined || this.equals(one.cause, other.cause, testers))
  );
};
expect.addEqualityTesters([sameError]);

// The files of a worker share its globals.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
