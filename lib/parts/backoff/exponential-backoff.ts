import { GrowingBackoff } from './growing-backoff.js';

/** Doubles with each failure: `baseDelay`, twice that, four times that, up to `maxDelay`. */
export class ExponentialBackoff extends GrowingBackoff {
  protected override factor(attempt: number): number {
    // 2 ** 1024 is Infinity, and 0 times that is NaN.
    return 2 ** Math.min(attempt - 1, 1023);
  }
}
