import { ApiError, asResult, describeResult, ownValue, type Result } from '../../core/seats.js';
import { isApiError } from './is-api-error.js';

/** What stands for a request that nothing is known of. */
const UNKNOWN = { request: { method: '', url: '', params: undefined } };

/**
 * The value as a Result with all its fields, each read once. Its error is the very one that it has, of another copy of
 * the package too. Throws a TypeError for what is no Result.
 */
export function completeResult(value: unknown): Result<unknown> {
  const again = (): Promise<Result<unknown>> => {
    const retry: unknown = (value as Partial<Result<unknown>>).retry;
    return typeof retry === 'function'
      ? Promise.resolve((retry as () => Result<unknown>).call(value))
      : Promise.resolve(result as Result<unknown>);
  };
  const result = asResult(value, { errorFacts: UNKNOWN, retry: again });
  if (!result)
    throw new TypeError(`This is ${describeResult(value)}, which is no Result: pass what a call gives.`);
  const given: unknown = ownValue(value as Partial<Result<unknown>>, 'error');
  return result.error && isApiError(given) ? { ...result, error: given } : result;
}

/** The Result of something that was to be a call and threw: what it threw, or the error that it threw. */
export function failedResult(thrown: unknown): Result<never> {
  const error = isApiError(thrown)
    ? thrown
    : new ApiError({ ...UNKNOWN, kind: 'middleware', body: thrown, cause: thrown });
  const result: Result<never> = { data: null, error, response: null, retry: () => Promise.resolve(result) };
  return result;
}
