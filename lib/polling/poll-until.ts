import type { Result } from '../result/result.js';
import { ApiError } from '../result/api-error.js';
import { Refusal } from '../wire/refusal.js';
import type { Pollable, PollUntilOptions } from './poll-options.js';
import { PollWait } from './poll-wait.js';
import { Question } from './question.js';

/**
 * Asks an endpoint until the answer is the one that is waited for, and resolves with it; or with an error that asking
 * again can't help, with `'timeout'` after `giveUpAfter`, with `'abort'` when `signal` aborts. Goes on after network
 * errors, a request's own timeout, 5xx, 408, 429 and any other status. Never rejects.
 */
export function pollUntil<TParams, TData>(
  endpoint: Pollable<TParams, TData>,
  params: TParams,
  options: PollUntilOptions<TData>,
): Promise<Result<TData>> {
  try {
    const question = new Question(endpoint, params, options);
    const begin = (): Promise<Result<never>> => new PollWait(question, begin).result;
    return begin();
  } catch (mistake) {
    const again = (): Promise<Result<TData>> => pollUntil(endpoint, params, options);
    const error = new ApiError({
      kind: 'network',
      request: { method: '', url: '', params },
      reason: Refusal.outcome(mistake),
      body: mistake,
      cause: mistake,
    });
    return Promise.resolve({ data: null, error, response: null, retry: again });
  }
}
