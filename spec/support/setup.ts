import { afterAll, expect, vi } from 'vitest';

type Tester = Parameters<typeof expect.addEqualityTesters>[0][number];

/** Errors are equal by name and message. Vitest also compares what else one carries, such as a status or a cause. */
const sameError: Tester = (one, other) =>
  one instanceof Error && other instanceof Error
    ? one.name === other.name && one.message === other.message
    : undefined;
expect.addEqualityTesters([sameError]);

// The files of a worker share its globals.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
