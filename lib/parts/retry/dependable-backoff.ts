import type { Backoff } from '../../backoff.js';

/** A strategy of the user's, which may fail or give anything: capped, and replaced by another for a wait that is none. */
export class DependableBackoff implements Backoff {
  readonly #inner: Backoff;
  readonly #maxDelay: number;
  readonly #fallback: Backoff;

  /**
   * @param maxDelay The longest wait, in milliseconds.
   * @param fallback Asked where the strategy throws, or gives no finite number.
   */
  constructor(inner: Backoff, maxDelay: number, fallback: Backoff) {
    this.#inner = inner;
    this.#maxDelay = maxDelay;
    this.#fallback = fallback;
  }

  delay(attempt: number): number {
    try {
      const delay = this.#inner.delay(attempt);
      if (Number.isFinite(delay)) return Math.min(Math.max(delay, 0), this.#maxDelay);
    } catch {
      // What the user's own strategy throws must not fail the call.
    }
    return this.#fallback.delay(attempt);
  }
}
