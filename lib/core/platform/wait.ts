import type { Clock } from './clock.js';
import { isAborted } from './foreign-signal.js';
import { abortBy } from './interruption.js';
import { onAbort } from './on-abort.js';

/** Waits; rejects with the signal's reason as soon as the signal aborts. Leaves no timer and no listener behind. */
export function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: unknown = undefined;
    let forget = (): void => undefined;
    const abort = (): void => {
      clock.clearTimeout(timer);
      forget();
      reject(signal && abortBy(signal).reason);
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

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as the signal aborts:
 * for work that may not listen to the signal itself. No listener is left behind.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(abortBy(signal).reason);
    const forget = onAbort(signal, abort);
    if (isAborted(signal)) abort();
    work.then(resolve, reject).finally(forget);
  });
}
