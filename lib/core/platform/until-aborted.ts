import { abortReason } from './abort-reason.js';
import { isAborted } from './is-aborted.js';
import { onAbort } from './on-abort.js';

/**
 * Settles as `work` does, or rejects with the signal's reason as soon as the signal aborts:
 * for work that may not listen to the signal itself. No listener is left behind.
 */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(abortReason(signal));
    const forget = onAbort(signal, abort);
    if (isAborted(signal)) abort();
    work.then(resolve, reject).finally(forget);
  });
}
