import { abortReason } from './abort-reason.js';
import type { Clock } from './clock.js';

/** Waits; rejects with the signal's reason as soon as the signal aborts. Leaves no timer and no listener behind. */
export function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clock.clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      reject(abortReason(signal));
    };
    const timer = clock.setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    // Without options, which would be read from Object.prototype too; it aborts once anyway.
    else signal?.addEventListener('abort', abort);
  });
}
