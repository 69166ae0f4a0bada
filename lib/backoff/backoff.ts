/** How long to wait before trying again: one rule, without state, so that one object may serve any number of calls. */
export interface Backoff {
  /**
   * Milliseconds to wait after a failed attempt.
   *
   * @param attempt How many attempts have failed so far, from 1.
   */
  delay(attempt: number): number;
}

/** Options of the growing strategies. */
export interface BackoffOptions {
  /** Milliseconds after the first failure. Default 250. */
  readonly baseDelay?: number | undefined;
  /** No wait is longer, in milliseconds. Default 30000. */
  readonly maxDelay?: number | undefined;
}

/** The defaults of `BackoffOptions`. */
export const BACKOFF_DEFAULTS: { readonly baseDelay: number; readonly maxDelay: number } = Object.freeze({
  baseDelay: 250,
  maxDelay: 30_000,
});
