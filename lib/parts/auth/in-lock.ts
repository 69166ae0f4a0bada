import type { Clock } from '../../core/platform/clock.js';
import { reportError } from '../../core/platform/window.js';
import type { Lock } from './credentials.js';

/**
 * Runs the task in the lock. One that can't be had in time, or fails, is gone without: a tab that hangs with the lock must
 * not keep all others from working, and nobody's lock is taken away.
 *
 * @param patience Milliseconds.
 */
export function inLock<T>(lock: Lock, task: () => Promise<T>, patience: number, clock: Clock): Promise<T> {
  return new Promise((resolve, reject) => {
    let running: Promise<T> | undefined;
    const begin = (): Promise<T> => {
      clock.clearTimeout(timer);
      if (!running) {
        running = task();
        running.then(resolve, reject);
      }
      return running;
    };
    const beginUnlocked = (): void => void begin().catch(() => undefined);
    const timer = clock.setTimeout(beginUnlocked, patience);
    // Where the lock comes too late, it has nothing more to protect.
    const whenLocked = (): Promise<unknown> => (running ? Promise.resolve() : begin());
    void Promise.resolve()
      .then(() => lock(whenLocked))
      .catch((thrown: unknown) => {
        if (running) return;
        reportError(thrown);
        beginUnlocked();
      });
  });
}
