import { abortWith, type Clock, onAbort, timeoutError } from '../../core/seats.js';

/**
 * Settles as the work does, or rejects when it has taken too long, or is for nobody any more; it isn't waited for then.
 *
 * @param begin Gets a signal that aborts when it isn't waited for any more.
 * @param ms Milliseconds.
 * @param what What takes so long, for the error: "The refresh".
 * @param over Aborts when the work is for nobody any more.
 * @param controller Of the signal that `begin` gets.
 */
export function inTime<T>(
  clock: Clock,
  ms: number,
  what: string,
  begin: (signal: AbortSignal) => T | PromiseLike<T>,
  over?: AbortSignal,
  controller: AbortController = new AbortController(),
): Promise<T> {
  return new Promise((resolve, reject) => {
    let forget = (): void => undefined;
    const letGo = (): void => {
      clock.clearTimeout(timer);
      forget();
    };
    const end = (reason: unknown): void => {
      letGo();
      reject(reason);
      abortWith(controller, reason);
    };
    const late = `${what} took longer than ${String(ms)} ms.`;
    const timer = clock.setTimeout(() => end(timeoutError(late)), ms);
    if (over) forget = onAbort(over, () => end(over.reason));
    // Begun in a promise, so that what throws at once rejects.
    void Promise.resolve()
      .then(() => begin(controller.signal))
      .then(resolve, reject)
      .then(letGo);
  });
}
