import { type Clock, onAbort, reportError } from '../../core/seats.js';
import type { Lock } from './credentials.js';

/**
 * Runs the task in the lock. One that can't be had in time, or fails, is gone without: a tab that hangs with the lock must
 * not keep all others from working, and nobody's lock is taken away.
 *
 * @param patience Milliseconds.
 * @param over Aborts when the task is for nobody any more: one that has not begun is left out, and this never settles.
 */
export function inLock<T>(
  lock: Lock,
  task: () => Promise<T>,
  patience: number,
  clock: Clock,
  over?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let running: Promise<T> | undefined;
    let forget = (): void => undefined;
    const letGo = (): void => {
      clock.clearTimeout(timer);
      forget();
    };
    const begin = (): Promise<T> => {
      letGo();
      running = task();
      running.then(resolve, reject);
      return running;
    };
    const beginUnlocked = (): void => {
      if (!running && !over?.aborted) begin().catch(() => undefined);
    };
    const timer = clock.setTimeout(beginUnlocked, patience);
    if (over) forget = onAbort(over, letGo);
    // Where the lock comes too late, or twice, it has nothing more to protect.
    const whenLocked = async (): Promise<unknown> => (running || over?.aborted ? undefined : begin());
    void Promise.resolve()
      .then(() => lock(whenLocked))
      .catch((thrown: unknown) => {
        if (!running) reportError(thrown);
      })
      .then(beginUnlocked);
  });
}
