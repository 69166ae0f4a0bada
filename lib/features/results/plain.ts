import type { ApiError, ErrorResult, Result, SuccessResult } from '../../core/internal.js';

/** What an error is as plain data, of each of the errors that an endpoint declares. */
interface ErrorJson<TError extends ApiError> {
  /** Tells it from other errors. */
  readonly name: 'ApiError';
  /** Method, path template and reason: no params, no query, no header, no body. */
  readonly message: string;
  /** One of the six. */
  readonly kind: TError['kind'];
  /** The endpoint's name on its client; there for errors of a call. */
  readonly endpoint?: string;
  /** GraphQL only. */
  readonly operation?: string;
  /** 0 without a response. */
  readonly status: TError['status'];
  /** Of the response, as one line; empty without one. */
  readonly statusText: string;
  /** Whether a request was handed to fetch. */
  readonly sent: boolean;
  /** How many were. */
  readonly attempts: number;
  /** With the path unfilled and without a query. */
  readonly request: { readonly method: string; readonly url: string };
  /** What a schema found wrong: the paths. */
  readonly issues?: readonly string[];
  /** Name and code of the cause and those behind it, three at most. */
  readonly cause?: readonly { readonly name: string; readonly code?: string }[];
  /** The decoded error body; of an `'http'` error alone. */
  readonly body?: TError['body'];
  /** Text that came in the place of a declared body. */
  readonly rawBody?: unknown;
}

/**
 * An `ApiError` as its `toJSON` gives it: plain data, which goes into a log, a store, or from a server to its page.
 *
 * @typeParam TError The error; of a union, a union.
 */
export type ApiErrorJson<TError extends ApiError = ApiError> = TError extends unknown
  ? ErrorJson<TError>
  : never;

/** A Result without its response and its functions: what crosses from a server to its page. */
export type PlainResult<T, TErrors = {}> =
  | { readonly data: T; readonly error: null }
  | { readonly data: null; readonly error: ApiErrorJson<ErrorResult<never, TErrors>['error']> };

const plainResult = ({ data, error }: Result<unknown>): PlainResult<unknown> =>
  error ? { data: null, error: error.toJSON() as never } : { data, error: null };

/**
 * A Result as plain data, for where a Response and functions can't go: from a server component or an action to the page,
 * through `postMessage`, into a store. The error is what its `toJSON` gives. Never rejects where the call doesn't.
 *
 * @param result What a call came home with, or the promise of it.
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
