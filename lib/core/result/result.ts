import type { ApiError } from './api-error.js';

/** The call came home with data. */
export interface SuccessResult<T> {
  /** The decoded response. */
  data: T;
  /** Null on a success. */
  error: null;
  /** The fetch response; its body is already read. */
  response: Response;
  /** Runs the same call again: same params and options, all middleware, a fresh deadline. Takes nothing. */
  retry: () => Promise<Result<T>>;
}

/** The call came home with an error. */
export interface ErrorResult<T> {
  /** Null on an error. */
  data: null;
  /** Why; see `ApiError`. */
  error: ApiError;
  /** The fetch response for `'http'` and `'parse'` (its body is already read), else null. */
  response: Response | null;
  /** Runs the same call again: same params and options, all middleware, a fresh deadline. Takes nothing. */
  retry: () => Promise<Result<T>>;
}

/**
 * What every call resolves with. `data` and `error` are never both set: after `if (result.error) return`,
 * `data` is the endpoint's response type.
 */
export type Result<T> = SuccessResult<T> | ErrorResult<T>;
