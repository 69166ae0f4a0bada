import type { SuccessResult } from '../core/result/result.js';
import { jsonResponse } from './json-response.js';

/** A well-formed success, for stubbing an endpoint function. Its `retry()` resolves with itself. */
export function successResult<T>(data: T): SuccessResult<T> {
  const result: SuccessResult<T> = {
    data,
    error: null,
    response: jsonResponse(null),
    retry: () => Promise.resolve(result),
  };
  return result;
}
