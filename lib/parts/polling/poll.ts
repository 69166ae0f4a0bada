import { reportError } from '../../core/platform/window.js';
import type { Result } from '../../core/result/result.js';
import type { Pollable, PollOptions } from './poll-options.js';
import { PollPlace } from './poll-place.js';
import { Question } from './question.js';
import { tell } from './tell.js';

/**
 * Asks an endpoint again and again: at once, then `every` milliseconds after each answer, later after failures. In a
 * browser and in React Native, callers who ask the same thing share one poll; a hidden tab pauses it.
 *
 * @param callback Gets every Result, errors included. What it throws is reported and stops nobody.
 * @returns What stops this caller. A request in flight is cancelled unless another caller waits for it.
 */
export function poll<TParams, TData>(
  endpoint: Pollable<TParams, TData>,
  params: TParams,
  callback: (result: Result<TData>) => unknown,
  options: PollOptions,
): () => void {
  try {
    const question = new Question(endpoint, params, options);
    const place = new PollPlace(question, {
      receive: (result) => {
        if (question.options.every === Infinity) place.leave();
        tell(callback, result);
      },
    });
    return () => place.leave();
  } catch (mistake) {
    reportError(mistake);
    return () => undefined;
  }
}
