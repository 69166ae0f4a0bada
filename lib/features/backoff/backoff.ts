import { givenOptions, ignoringErrors, randomBetween, readDelay } from '../../core/internal.js';

/** Computes how long to wait before a retry. Stateless, so one object can serve any number of calls. */
export interface Backoff {
  /**
   * Returns milliseconds to wait after a failed attempt.
   *
   * @param attempt Number of failed attempts so far, from 1.
   */
  delay(attempt: number): number;
}

/** Waits the same time after each failure. */
export class ConstantBackoff implements Backoff {
  readonly #delay: number;

  /**
   * @param delay Milliseconds after each failure. Required. Not checked; a retry replaces NaN and infinity by an
   * exponential delay, and negative numbers by 0.
   */
  constructor(delay: number) {
    this.#delay = delay;
  }

  delay(): number {
    return this.#delay;
  }
}

/** Multiplies `baseDelay` by a factor that grows with the failures, up to `maxDelay`. */
export abstract class GrowingBackoff implements Backoff {
  readonly #baseDelay: number;
  readonly #maxDelay: number;

  /** @param options Omitted options have their defaults. */
  constructor(
    options: {
      /** Milliseconds after the first failure. Default: 250, also for NaN; negative is 0; the maximum is 2^31-1. */
      readonly baseDelay?: number | undefined;
      /** Milliseconds of the longest wait. Default: 30000, also for NaN; negative is 0; the maximum is 2^31-1. */
      readonly maxDelay?: number | undefined;
    } = {},
  ) {
    const { baseDelay, maxDelay } = givenOptions(options);
    this.#baseDelay = readDelay(baseDelay, 250);
    this.#maxDelay = readDelay(maxDelay, 30_000);
  }

  delay(attempt: number): number {
    return Math.min(this.#baseDelay * this.factor(attempt), this.#maxDelay);
  }

  /** Returns the factor for the base delay after this number of failures; finite. */
  protected abstract factor(attempt: number): number;
}

/** Doubles the delay with each failure: `baseDelay`, twice, four times, up to `maxDelay`. */
export class ExponentialBackoff extends GrowingBackoff {
  protected override factor(attempt: number): number {
    // 2 ** 1024 is Infinity, and 0 times Infinity is NaN.
    return 2 ** Math.min(attempt - 1, 1023);
  }
}

/** Grows by `baseDelay` with each failure, up to `maxDelay`. */
export class LinearBackoff extends GrowingBackoff {
  protected override factor(attempt: number): number {
    return attempt;
  }
}

/**
 * Adds full jitter to another strategy: waits a random time between 0 and its delay, so that clients that failed
 * together don't retry at the same time.
 */
export class JitteredBackoff implements Backoff {
  readonly #inner: Backoff;
  readonly #random: (() => number) | undefined;

  /**
   * @param inner The strategy that computes the longest wait. Required. If it fails, a retry waits exponentially.
   * @param random Returns a number from 0 (included) to 1 (excluded). Default: `Math.random`, also for null. If it
   * fails, a retry waits exponentially.
   */
  constructor(inner: Backoff, random?: (() => number) | null) {
    this.#inner = inner;
    this.#random = random ?? undefined;
  }

  delay(attempt: number): number {
    const longest = this.#inner.delay(attempt);
    // A promise is discarded. An unhandled rejection would end the process.
    void ignoringErrors(() => longest);
    return randomBetween(0, longest, this.#random);
  }
}
