import { type ApiError, failure, reporting, type Result } from '../../core/seats.js';
import { PollCall } from './poll-call.js';
import type { Pollable, PollUntilOptions } from './poll-options.js';
import { readPollOptions } from './poll-settings.js';
import { Question } from './question.js';
import { targetOf } from './target-of.js';

/** Whether asking again can't help: docs/reference/rules.md#polluntil */
const isFinal = ({ kind, status }: ApiError): boolean => {
  if (kind === 'network' || kind === 'timeout') return false;
  if (kind !== 'http') return true;
  const isGraphQLError = status >= 200 && status < 300;
  const isRefused = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return isGraphQLError || isRefused;
};

/** Polls until there is an answer to resolve with. Never rejects. */
const waitForAnswer = async (
  question: Question,
  { settings, until, onResult, giveUpAfter }: ReturnType<typeof readPollOptions>,
): Promise<Result<unknown>> => {
  const isAwaited = (result: Result<unknown>): boolean =>
    result.error
      ? isFinal(result.error)
      : until !== undefined && reporting<unknown>(() => until(result as never)) === true;
  try {
    return await new Promise((resolve) => {
      const onAnswer = (result: Result<unknown>): void => {
        // A copy: who only looks on changes nothing of what is decided and resolved with.
        if (onResult) reporting(() => onResult({ ...result } as never));
        // Whoever wants a single answer takes any.
        if (settings.every < Infinity && !isAwaited(result)) return;
        call.leave();
        resolve(result);
      };
      const call = new PollCall(question, settings, { onAnswer, onFailure: resolve }, giveUpAfter);
    });
  } catch (thrown) {
    // A signal that can take no listener; one that took a listener once need not take one again.
    return question.failure('network', thrown);
  }
};

/**
 * Asks an endpoint until the answer is the one that is waited for, and resolves with it; or with an error that asking
 * again can't help, with `'timeout'` after `giveUpAfter`, with `'abort'` when `signal` aborts. Goes on after network
 * errors, a request's own timeout, 5xx, 408, 429 and any other status. Never rejects.
 */
export async function pollUntil<TParams, TData, TErrors = {}>(
  endpoint: Pollable<TParams, TData, TErrors>,
  params: TParams,
  options: PollUntilOptions<TData, TErrors>,
): Promise<Result<TData, TErrors>> {
  try {
    const target = targetOf(endpoint as never);
    if (target.refusal) throw target.refusal;
    const read = readPollOptions(options);
    const question = new Question(target, params, read.callOptions);
    const askedAtCall = question.fixed();
    const wait = async (asked: Question): Promise<Result<TData, TErrors>> => {
      const result = (await waitForAnswer(asked, read)) as Result<TData, TErrors>;
      return { ...result, retry: () => wait(askedAtCall) };
    };
    return await wait(question);
  } catch (mistake) {
    const again = (): Promise<Result<never>> =>
      pollUntil(endpoint, params, options) as Promise<Result<never>>;
    return failure('network', mistake, params, again) as Result<never> as Result<TData, TErrors>;
  }
}
