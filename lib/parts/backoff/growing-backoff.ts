import { givenOptions, readDelay } from '../../core/seats.js';
import { type Backoff, BACKOFF_DEFAULTS } from './backoff.js';

/** Multiplies `baseDelay` by a factor that grows with the failures, up to `maxDelay`. */
export abstract class GrowingBackoff implements Backoff {
  readonly #baseDelay: number;
  readonly #maxDelay: number;

  /** @param options `baseDelay`: milliseconds after the first failure, default 250; `maxDelay`: the cap, default 30000. */
  constructor(
    options: { readonly baseDelay?: number | undefined; readonly maxDelay?: number | undefined } = {},
  ) {
    const { baseDelay, maxDelay } = givenOptions(options);
    this.#baseDelay = readDelay(baseDelay, BACKOFF_DEFAULTS.baseDelay);
    this.#maxDelay = readDelay(maxDelay, BACKOFF_DEFAULTS.maxDelay);
  }

  delay(attempt: number): number {
    return Math.min(this.#baseDelay * this.factor(attempt), this.#maxDelay);
  }

  /** By what the base is multiplied after so many failures; finite. */
  protected abstract factor(attempt: number): number;
}
