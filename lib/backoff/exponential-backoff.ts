import { type Backoff, BACKOFF_DEFAULTS, type BackoffOptions } from './backoff.js';

/** Doubles with each failure: `baseDelay`, twice that, four times that, up to `maxDelay`. */
export class ExponentialBackoff implements Backoff {
  readonly #baseDelay: number;
  readonly #maxDelay: number;

  constructor({ baseDelay, maxDelay }: BackoffOptions = {}) {
    this.#baseDelay = baseDelay ?? BACKOFF_DEFAULTS.baseDelay;
    this.#maxDelay = maxDelay ?? BACKOFF_DEFAULTS.maxDelay;
  }

  delay(attempt: number): number {
    return Math.min(this.#baseDelay * 2 ** (attempt - 1), this.#maxDelay);
  }
}
