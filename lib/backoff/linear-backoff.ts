import { type Backoff, BACKOFF_DEFAULTS, type BackoffOptions } from './backoff.js';

/** Grows by `baseDelay` with each failure, up to `maxDelay`. */
export class LinearBackoff implements Backoff {
  readonly #baseDelay: number;
  readonly #maxDelay: number;

  constructor({ baseDelay, maxDelay }: BackoffOptions = {}) {
    this.#baseDelay = baseDelay ?? BACKOFF_DEFAULTS.baseDelay;
    this.#maxDelay = maxDelay ?? BACKOFF_DEFAULTS.maxDelay;
  }

  delay(attempt: number): number {
    return Math.min(this.#baseDelay * attempt, this.#maxDelay);
  }
}
