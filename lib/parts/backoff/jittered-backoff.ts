import { randomBetween } from '../../core/seats.js';
import type { Backoff } from './backoff.js';

/**
 * Full jitter around another strategy: a random wait between nothing and what that says, so that many clients which
 * failed together don't come back together.
 */
export class JitteredBackoff implements Backoff {
  readonly #inner: Backoff;
  readonly #random: (() => number) | undefined;

  /** @param random Gives a number from 0 up to 1. Default `Math.random`, for null too. */
  constructor(inner: Backoff, random?: (() => number) | null) {
    this.#inner = inner;
    this.#random = random ?? undefined;
  }

  delay(attempt: number): number {
    return randomBetween(0, this.#inner.delay(attempt), this.#random);
  }
}
