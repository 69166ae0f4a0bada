import { type Backoff, RetryPlugin } from '../../lib/index.js';

class Open extends RetryPlugin {
  wait(attempt: number): number {
    return this.delay(attempt, { data: null, error: null } as never);
  }
}

/** Applies the `maxDelay` of a `RetryPlugin` to a user's strategy. */
export const capped = (delay: Backoff, maxDelay: number): Backoff => {
  const plugin = new Open({ delay, maxDelay, jitter: false });
  return { delay: (attempt) => plugin.wait(attempt) };
};
