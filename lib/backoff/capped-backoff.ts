import type { Backoff } from './backoff.js';

/** Around another strategy: never waits longer than the cap, and never less than nothing. What is no finite number is NaN. */
export class CappedBackoff implements Backoff {
  readonly #inner: Backoff;
  readonly #maxDelay: number;

  /** @param maxDelay Milliseconds. */
  constructor(inner: Backoff, maxDelay: number) {
    this.#inner = inner;
    this.#maxDelay = maxDelay;
  }

  delay(attempt: number): number {
    const delay = this.#inner.delay(attempt);
    return Number.isFinite(delay) ? Math.max(Math.min(delay, this.#maxDelay), 0) : NaN;
  }
}
