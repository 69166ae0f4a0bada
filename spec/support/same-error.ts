import { expect } from 'vitest';

type Tester = Parameters<typeof expect.addEqualityTesters>[0][number];

/** Errors are equal by name and message. Vitest also compares what else one carries, such as a status or a cause. */
const sameError: Tester = (one, other) =>
  one instanceof Error && other instanceof Error
    ? one.name === other.name && one.message === other.message
    : undefined;

// Once for all files of a process, which is when this module is loaded.
expect.addEqualityTesters([sameError]);
