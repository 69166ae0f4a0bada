import type { Clock } from './clock.js';
import { interruptionBy } from './interruption.js';
import { isAborted } from './is-aborted.js';
import { onAbort } from './on-abort.js';

/** Waits; rejects with the signal's reason as soon as the signal aborts. Leaves no timer and no listener behind. */
export function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: unknown = undefined;
    let forget = (): void => undefined;
    const abort = (): void => {
      clock.clearTimeout(timer);
      forget();
      reject(signal && interruptionBy(signal).reason);
    };
    if (signal) forget = onAbort(signal, abort);
    if (isAborted(signal)) {
      abort();
      return;
    }
    timer = clock.setTimeout(() => {
      forget();
      resolve();
    }, ms);
  });
}
