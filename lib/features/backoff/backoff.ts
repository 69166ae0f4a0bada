import { givenOptions, ignoringErrors, randomBetween, readDelay } from '../../core/internal.js';

/** How long to wait before trying again: one rule, without state, so that one object may serve any number of calls. */
export interface Backoff {
  /**
   * Milliseconds to wait after a failed attempt.
   *
   * @param attempt How many attempts have failed so far, from 1.
   */
  delay(attempt: number): number;
}

/** Waits the same time after each failure. */
export class ConstantBackoff implements Backoff {
  readonly #delay: number;

  /**
   * @param delay Milliseconds after each failure. Required. Given as it is; a retry makes NaN and infinite numbers
   *   exponential, and negative ones 0.
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

  /** @param options What is left out has its default. */
  constructor(
    options: {
      /** Milliseconds after the first failure. Default 250. NaN is the default; negative is 0; above 2^31-1 it is that. */
      readonly baseDelay?: number | undefined;
      /** The longest wait, in milliseconds. Default 30000. NaN is the default; negative is 0; above 2^31-1 it is that. */
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

  /** By what the base is multiplied after so many failures; finite. */
  protected abstract factor(attempt: number): number;
}

/** Doubles with each failure: `baseDelay`, twice that, four times that, up to `maxDelay`. */
export class ExponentialBackoff extends GrowingBackoff {
  protected override factor(attempt: number): number {
    // 2 ** 1024 is Infinity, and 0 times that is NaN.
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
 * Full jitter around another strategy: a random wait between nothing and what that says, so that many clients which
 * failed together don't come back together.
 */
export class JitteredBackoff implements Backoff {
  readonly #inner: Backoff;
  readonly #random: (() => number) | undefined;

  /**
   * @param inner The strategy whose delay is drawn from. Required. One that fails: the wait of a retry is exponential.
   * @param random Gives a number from 0 up to 1. Default `Math.random`, for null too. One that fails: likewise.
   */
  constructor(inner: Backoff, random?: (() => number) | null) {
    this.#inner = inner;
    this.#random = random ?? undefined;
  }

  delay(attempt: number): number {
    const longest = this.#inner.delay(attempt);
    // Nobody waits for a promise: what it rejects with must not end the process.
    void ignoringErrors(() => longest);
    return randomBetween(0, longest, this.#random);
  }
}
