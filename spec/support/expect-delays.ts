import { expect } from 'vitest';
import type { Backoff } from '../../lib/index.js';

/** Expects these delays after the first failure, the second and so on, as in `'250 500 1000'`. */
export const expectDelays = (backoff: Backoff, line: string): void => {
  const attempts = line.split(' ').map((_, at) => at + 1);
  expect(attempts.map((attempt) => backoff.delay(attempt)).join(' ')).toBe(line);
};

/** The differences between the times, as one line: `'250 500 1000'`. */
export const waitsBetween = (times: readonly number[]): string =>
  times
    .slice(1)
    .map((time, at) => time - times[at]!)
    .join(' ');
