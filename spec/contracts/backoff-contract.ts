import { describe, expect, it } from 'vitest';
import type { Backoff } from '../../lib/index.js';

/** The properties of one implementation. */
export interface BackoffTraits {
  /** The longest wait with its options, in milliseconds. */
  readonly cap: number;
  /** The reason why a later failure can have a shorter wait. */
  readonly unsteadyBecause?: string;
}

const ATTEMPTS = [1, 2, 3, 10, 31, 32, 53, 64, 1023, 1024, 1025, 2000, 1e6, 2 ** 53];

/** The contract of every backoff, for any number of failed attempts. */
export const backoffContract = (
  name: string,
  make: () => Backoff,
  { cap, unsteadyBecause }: BackoffTraits,
): void => {
  const delays = (backoff: Backoff = make()): number[] => ATTEMPTS.map((attempt) => backoff.delay(attempt));

  describe(`${name}, as every Backoff`, () => {
    it('returns finite numbers', () => {
      expect(delays().filter((delay) => !Number.isFinite(delay))).toEqual([]);
    });

    it('never returns a negative delay', () => {
      expect(Math.min(...delays())).toBeGreaterThanOrEqual(0);
    });

    it(`never waits longer than ${cap} ms`, () => {
      expect(Math.max(...delays())).toBeLessThanOrEqual(cap);
    });

    if (unsteadyBecause === undefined) {
      it('never waits less after a later failure', () => {
        expect(delays()).toEqual(delays().sort((a, b) => a - b));
      });

      it('has no state: one object serves any number of calls', () => {
        const backoff = make();
        expect(delays(backoff)).toEqual(delays(backoff));
      });
    }
  });
};
