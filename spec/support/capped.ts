import { type Backoff, RetryPlugin } from '../../lib/index.js';

class Open extends RetryPlugin {
  wait(attempt: number): number {
    return this.delay(attempt, { data: null, error: null } as never);
  }
}

/** A strategy of the user's as a `RetryPlugin` with this `maxDelay` waits by it. */
export const capped = (delay: Backoff, maxDelay: number): Backoff => {
  const plugin = new Open({ delay, maxDelay, jitter: false });
  return { delay: (attempt) => plugin.wait(attempt) };
};
