import type { Backoff } from './backoff.js';

/** Around another strategy: never waits longer than the cap, and never less than nothing. */
export class CappedBackoff implements Backoff {
  readonly #inner: Backoff;
  readonly #maxDelay: number;

  /** @param maxDelay Milliseconds. */
  constructor(inner: Backoff, maxDelay: number) {
    this.#inner = inner;
    this.#maxDelay = maxDelay;
  }

  delay(attempt: number): number {
    return Math.max(Math.min(this.#inner.delay(attempt), this.#maxDelay), 0);
  }
}
