import { MAX_DELAY } from '../../core/platform/clock.js';

/** How long to wait before trying again: one rule, without state, so that one object may serve any number of calls. */
export interface Backoff {
  /**
   * Milliseconds to wait after a failed attempt.
   *
   * @param attempt How many attempts have failed so far, from 1.
   */
  delay(attempt: number): number;
}

/** Milliseconds as a timer can wait them: NaN and nothing are `byDefault`, negative is 0, too long is the longest. */
export const readDelay = (given: number | undefined, byDefault: number): number =>
  given === undefined || Number.isNaN(given) ? byDefault : Math.min(Math.max(given, 0), MAX_DELAY);

/** Milliseconds: the wait after the first failure, and the longest. */
export const BACKOFF_DEFAULTS: { readonly baseDelay: number; readonly maxDelay: number } = {
  baseDelay: 250,
  maxDelay: 30_000,
};
