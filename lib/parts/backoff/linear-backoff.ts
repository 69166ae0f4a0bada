import { GrowingBackoff } from './growing-backoff.js';

/** Grows by `baseDelay` with each failure, up to `maxDelay`. */
export class LinearBackoff extends GrowingBackoff {
  protected override factor(attempt: number): number {
    return attempt;
  }
}
