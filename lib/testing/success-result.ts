import type { SuccessResult } from '../core/seats.js';
import { jsonResponse } from './json-response.js';

/**
 * A well-formed success, for stubbing an endpoint function. Its `retry()` resolves with itself.
 *
 * @typeParam TErrors The errors that the endpoint declares; read from what the stub stands for.
 */
export function successResult<T, TErrors = {}>(data: T): SuccessResult<T, TErrors> {
  const result: SuccessResult<T, TErrors> = {
    data,
    error: null,
    response: jsonResponse(null),
    retry: () => Promise.resolve(result),
  };
  return result;
}
