import { onAbort } from '../platform/on-abort.js';
import { reportError } from '../platform/report-error.js';
import type { Result } from '../result/result.js';
import type { Pollable, PollOptions } from './poll-options.js';
import { Question } from './question.js';

const tell = (callback: (result: Result<never>) => unknown, result: Result<unknown>): void => {
  try {
    const outcome = callback(result as Result<never>);
    // Of a promise only the rejection matters; a callback that returns nothing, the usual one, costs none.
    if (outcome) Promise.resolve(outcome).catch(reportError);
  } catch (thrown) {
    reportError(thrown);
  }
};

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
  let question: Question;
  try {
    question = new Question(endpoint, params, options);
  } catch (mistake) {
    reportError(mistake);
    return () => undefined;
  }
  const { signal } = question.options;
  if (signal?.aborted) return () => undefined;
  const { leave } = question.join((result) => {
    if (question.asksOnce) stop();
    tell(callback, result);
  });
  const ignore = signal && onAbort(signal, stop);
  // Sending the first request may have aborted it already.
  if (signal?.aborted) stop();
  function stop(): void {
    ignore?.();
    leave();
  }
  return stop;
}
