/** How long to wait before trying again: one rule, without state, so that one object may serve any number of calls. */
export interface Backoff {
  /**
   * Milliseconds to wait after a failed attempt.
   *
   * @param attempt How many attempts have failed so far, from 1.
   */
  delay(attempt: number): number;
}

/** Milliseconds: the wait after the first failure, and the longest. */
export const BACKOFF_DEFAULTS: { readonly baseDelay: number; readonly maxDelay: number } = {
  baseDelay: 250,
  maxDelay: 30_000,
};
