import { failure } from '../../core/client/failure.js';
import type { Result } from '../../core/result/result.js';
import type { Pollable, PollUntilOptions } from './poll-options.js';
import { PollPlace } from './poll-place.js';
import { Question } from './question.js';
import { tell } from './tell.js';

/**
 * The kinds and statuses of errors that asking again can't help (docs/reference/rules.md#polluntil): 4xx other
 * than 408 and 429, and GraphQL errors, whose status is 2xx.
 */
const FINAL = /^(parse|middleware|abort) |^http (2|4(?!08|29))\d\d$/;

const waitFor = (question: Question): Promise<Result<never>> =>
  new Promise((resolve) => {
    const { every, until, giveUpAfter } = question.options;
    const settle = (result: Result<unknown>): void => {
      resolve({ ...result, retry: () => waitFor(question.repeat()) } as Result<never>);
    };
    const isAwaited = (result: Result<unknown>): boolean =>
      result.error
        ? FINAL.test(`${result.error.kind} ${result.error.status}`)
        : until != null && tell(until, result) === true;
    try {
      const place = new PollPlace(question, {
        receive: (result) => {
          // Whoever wants one answer only takes any.
          if (every < Infinity && !isAwaited(result)) return;
          place.leave();
          settle(result);
        },
        onFailure: settle,
        ...(giveUpAfter === undefined ? {} : { giveUpAfter }),
      });
    } catch (thrown) {
      // A signal that takes a listener once need not take one again.
      settle(question.failure('network', thrown));
    }
  });

/**
 * Asks an endpoint until the answer is the one that is waited for, and resolves with it; or with an error that asking
 * again can't help, with `'timeout'` after `giveUpAfter`, with `'abort'` when `signal` aborts. Goes on after network
 * errors, a request's own timeout, 5xx, 408, 429 and any other status. Never rejects.
 */
export async function pollUntil<TParams, TData>(
  endpoint: Pollable<TParams, TData>,
  params: TParams,
  options: PollUntilOptions<TData>,
): Promise<Result<TData>> {
  try {
    return await waitFor(new Question(endpoint, params, options).remember());
  } catch (mistake) {
    const again = (): Promise<Result<never>> =>
      pollUntil(endpoint, params, options) as Promise<Result<never>>;
    return failure('network', mistake, params, again);
  }
}
