import type { Clock } from '../../core/platform/clock.js';

/**
 * Settles as the work does, or rejects when it has taken too long; the work isn't waited for any more then.
 *
 * @param begin Gets a signal that aborts when it has taken too long.
 * @param ms Milliseconds.
 * @param what What takes so long, for the error: "The refresh".
 */
export function inTime<T>(
  clock: Clock,
  ms: number,
  what: string,
  begin: (signal: AbortSignal) => T | PromiseLike<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const timer = clock.setTimeout(() => {
      const reason = new Error(`${what} took longer than ${String(ms)} ms.`);
      Object.defineProperty(reason, 'name', { value: 'TimeoutError' });
      reject(reason);
      controller.abort(reason);
    }, ms);
    // Begun in a promise, so that what throws at once rejects.
    void Promise.resolve()
      .then(() => begin(controller.signal))
      .then(resolve, reject)
      .then(() => clock.clearTimeout(timer));
  });
}
