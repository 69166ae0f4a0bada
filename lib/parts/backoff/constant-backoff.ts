import type { Backoff } from './backoff.js';

/** Waits the same time after each failure. */
export class ConstantBackoff implements Backoff {
  readonly #delay: number;

  /** @param delay Milliseconds. */
  constructor(delay: number) {
    this.#delay = delay;
  }

  delay(): number {
    return this.#delay;
  }
}
