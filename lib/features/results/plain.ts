import type { ApiError, ErrorResult, Result, SuccessResult } from '../../core/internal.js';

/** An error as plain data, for one of the declared errors of an endpoint. */
interface ErrorJson<TError extends ApiError> {
  /** Distinguishes it from other errors. */
  readonly name: 'ApiError';
  /** Method, path template and reason, without params, query, headers and body. */
  readonly message: string;
  /** One of the six kinds. */
  readonly kind: TError['kind'];
  /** The endpoint's name on its client; missing for an error outside a call. */
  readonly endpoint?: string;
  /** GraphQL only: kind and name of the operation. */
  readonly operation?: string;
  /** The status; 0 without a response. */
  readonly status: TError['status'];
  /** The response's status text in one line; empty without a response. */
  readonly statusText: string;
  /** Whether any attempt was passed to fetch. */
  readonly sent: boolean;
  /** Number of attempts that were passed to fetch. */
  readonly attempts: number;
  /** Method and URL, with an unfilled path and without a query. */
  readonly request: { readonly method: string; readonly url: string };
  /** Paths of the problems that a schema found. */
  readonly issues?: readonly string[];
  /** Names and codes of the cause and its own causes, at most three. */
  readonly cause?: readonly { readonly name: string; readonly code?: string }[];
  /** The decoded error body; only for an `'http'` error. */
  readonly body?: TError['body'];
  /** The error body as received, if it isn't what was declared. */
  readonly rawBody?: unknown;
}

/**
 * The result of `ApiError.toJSON()`: plain data for a log, a store, or the transfer from a server to its page.
 *
 * @typeParam TError The error type; a union gives a union.
 */
export type ApiErrorJson<TError extends ApiError = ApiError> = TError extends unknown
  ? ErrorJson<TError>
  : never;

/** A Result without its response and its functions, which can be sent from a server to its page. */
export type PlainResult<T, TErrors = {}> =
  | { readonly data: T; readonly error: null }
  | { readonly data: null; readonly error: ApiErrorJson<ErrorResult<never, TErrors>['error']> };

const plainResult = ({ data, error }: Result<unknown>): PlainResult<unknown> =>
  error ? { data: null, error: error.toJSON() as never } : { data, error: null };

/**
 * Converts a Result to plain data, for places where a Response and functions can't go: from a server component or
 * action to the page, through `postMessage`, into a store. The error is the result of its `toJSON()`. Rejects only if
 * the given promise does.
 *
 * @param result The Result of a call, or a promise of it.
 */
export function toPlainResult<T, TErrors>(
  result: SuccessResult<T, TErrors> | ErrorResult<T, TErrors>,
): PlainResult<T, TErrors>;
export function toPlainResult<T, TErrors>(
  result: PromiseLike<Result<T, TErrors>>,
): Promise<PlainResult<T, TErrors>>;
export function toPlainResult(result: Result<unknown> | PromiseLike<Result<unknown>>): unknown {
  return 'then' in result ? Promise.resolve(result).then(plainResult) : plainResult(result);
}
