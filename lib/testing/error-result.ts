import { ApiError, type ErrorResult } from '../core/seats.js';
import { jsonResponse } from './json-response.js';

/**
 * A well-formed error, for stubbing an endpoint function. Its `retry()` resolves with itself.
 *
 * @typeParam T The data that a success would have, where a variable has to have the type. Default never, which fits all.
 * @typeParam TErrors The errors that the endpoint declares; read from what the stub stands for. Nobody checks the body.
 * @param status An HTTP status gives an `'http'` error; one that no response can have (0, say) a `'network'` error.
 * @param body The decoded error body. Default null.
 */
export function errorResult<T = never, TErrors = {}>(status: number, body?: unknown): ErrorResult<T, TErrors>;
export function errorResult(status: number, body: unknown = null): ErrorResult<never> {
  const answered = status >= 200 && status <= 599;
  const response = answered ? jsonResponse(null, { status }) : null;
  const error = new ApiError({
    kind: answered ? 'http' : 'network',
    status: answered ? status : 0,
    request: { method: 'GET', url: '' },
    body,
    headers: response?.headers,
  });
  const result: ErrorResult<never> = { data: null, error, response, retry: () => Promise.resolve(result) };
  return result;
}
