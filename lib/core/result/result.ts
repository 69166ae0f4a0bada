import type { DeclaredError } from './http-error.js';

/** The call came home with data. */
export interface SuccessResult<T, TErrors = {}> {
  /** The decoded response. */
  data: T;
  /** Null on a success. */
  error: null;
  /** The fetch response; its body is already read. */
  response: Response;
  /** Runs the same call again: same params and options, all middleware, a fresh deadline. Takes nothing. */
  retry: () => Promise<Result<T, TErrors>>;
}

/** The call came home with an error. */
export interface ErrorResult<T, TErrors = {}> {
  /** Null on an error. */
  data: null;
  /** Why: an `ApiError`, whose body `TErrors` gives the type. */
  error: DeclaredError<TErrors>;
  /** The fetch response for `'http'` and `'parse'` (its body is already read), else null. */
  response: Response | null;
  /** Runs the same call again: same params and options, all middleware, a fresh deadline. Takes nothing. */
  retry: () => Promise<Result<T, TErrors>>;
}

/**
 * What every call resolves with. `data` and `error` are never both set: after `if (result.error) return`,
 * `data` is the endpoint's response type.
 *
 * @typeParam T Data of a success.
 * @typeParam TErrors Error bodies by status, as the endpoint declares them; `{}` for an endpoint that declares none.
 */
export type Result<T, TErrors = {}> = SuccessResult<T, TErrors> | ErrorResult<T, TErrors>;
