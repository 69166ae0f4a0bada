import { expect } from 'vitest';

type Tester = Parameters<typeof expect.addEqualityTesters>[0][number];

/** Compares errors by name and message. Vitest also compares other properties, such as a status or a cause. */
const sameError: Tester = (one, other) =>
  one instanceof Error && other instanceof Error
    ? one.name === other.name && one.message === other.message
    : undefined;

// Runs once per process, when this module is loaded.
expect.addEqualityTesters([sameError]);
