import type { ErrorResult, Result, SuccessResult } from '../../core/seats.js';
import { completeResult } from './complete-result.js';

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';

const dataOf = (value: unknown): unknown => {
  const { data, error } = completeResult(value);
  if (error) throw error;
  return data;
};

/**
 * The data of a Result, or of the call that is on its way to one, where an exception is wanted: in a script, in a data
 * loader. Throws, or rejects with, the `ApiError` of a failure; a TypeError for what is no Result.
 *
 * @param result What a call came home with, or the promise of it.
 */
export function orThrow<T>(result: SuccessResult<T> | ErrorResult<T>): T;
export function orThrow<T>(result: PromiseLike<Result<T>>): Promise<T>;
export function orThrow(result: unknown): unknown {
  return isThenable(result) ? Promise.resolve(result).then(dataOf) : dataOf(result);
}
