import { systemClock } from '../../core/seats.js';

/** How long a store may take to answer, in milliseconds, before its silence is a miss. */
const PATIENCE = 50;

const isThenable = <T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> =>
  typeof (answer as PromiseLike<T> | null | undefined)?.then === 'function';

/** A store's answer: at once where the store gives it at once. Rejects when it takes too long. */
export function withinPatience<T>(answer: T | PromiseLike<T>): T | Promise<T> {
  // Any promise: a store's may be of another realm or library.
  if (!isThenable(answer)) return answer;
  return new Promise((resolve, reject) => {
    const timer = systemClock.setTimeout(reject as () => void, PATIENCE);
    void Promise.resolve(answer)
      .finally(() => systemClock.clearTimeout(timer))
      .then(resolve, reject);
  });
}
