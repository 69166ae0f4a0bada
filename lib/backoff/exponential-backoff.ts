import { type Backoff, BACKOFF_DEFAULTS, readDelay } from './backoff.js';

/** Doubles with each failure: `baseDelay`, twice that, four times that, up to `maxDelay`. */
export class ExponentialBackoff implements Backoff {
  readonly #baseDelay: number;
  readonly #maxDelay: number;

  /** @param options `baseDelay`: milliseconds after the first failure, default 250; `maxDelay`: the cap, default 30000. */
  constructor(
    options: { readonly baseDelay?: number | undefined; readonly maxDelay?: number | undefined } = {},
  ) {
    this.#baseDelay = readDelay(options.baseDelay, BACKOFF_DEFAULTS.baseDelay);
    this.#maxDelay = readDelay(options.maxDelay, BACKOFF_DEFAULTS.maxDelay);
  }

  delay(attempt: number): number {
    // 2 ** 1024 is Infinity, and 0 times that is NaN.
    return Math.min(this.#baseDelay * 2 ** Math.min(attempt - 1, 1023), this.#maxDelay);
  }
}
