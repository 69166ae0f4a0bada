import { failure, reportError, reporting, type Result } from '../../core/seats.js';
import { PollCall } from './poll-call.js';
import type { Pollable, PollOptions } from './poll-options.js';
import { readPollOptions } from './poll-settings.js';
import type { PollTarget } from './poll-target.js';
import { Question } from './question.js';
import { targetOf } from './target-of.js';

/** Answers once, and sends nothing. */
const refuse = (
  target: PollTarget,
  refusal: Error,
  params: unknown,
  answer: (result: Result<never>) => void,
): (() => void) => {
  let isStopped = false;
  const refused = failure('network', refusal, params, () => Promise.resolve(refused), target);
  void Promise.resolve().then(() => {
    if (!isStopped) answer(refused);
  });
  return () => {
    isStopped = true;
  };
};

/**
 * Asks an endpoint again and again: at once, then `every` milliseconds after each answer, later after failures. In a
 * browser and in React Native, callers who ask the same thing share one poll; a hidden tab pauses it.
 *
 * @param callback Gets every Result, errors included. What it throws is reported and stops nobody.
 * @returns What stops this caller. A request in flight is cancelled unless another caller waits for it.
 */
export function poll<TParams, TData, TErrors = {}>(
  endpoint: Pollable<TParams, TData, TErrors>,
  params: TParams,
  callback: (result: Result<TData, TErrors>) => unknown,
  options: PollOptions,
): () => void {
  try {
    const target = targetOf(endpoint as never);
    const { settings, callOptions } = readPollOptions(options);
    if (target.refusal)
      return refuse(target, target.refusal, params, (result) => reporting(() => callback(result as never)));
    const call = new PollCall(new Question(target, params, callOptions), settings, {
      onAnswer: (result) => {
        if (settings.every === Infinity) call.leave();
        reporting(() => callback(result as never));
      },
    });
    return () => call.leave();
  } catch (mistake) {
    reportError(mistake);
    return () => undefined;
  }
}
