import { describeType, isObject, ownDefined } from '../platform/values.js';
import { ApiError, type ApiErrorInit, type CallNames, isErrorKind } from './api-error.js';
import type { DeclaredError } from './http-error.js';

/** The Result of a call that returned data. */
export interface SuccessResult<T, TErrors = {}> {
  /** The decoded response. */
  data: T;
  /** The error, which is null on a success. */
  error: null;
  /** The status of the response. 0 without a response, for example from a middleware. */
  status: number;
  /** The fetch response; its body is already read. */
  response: Response;
  /** Runs the same call again: same params and options, all middleware, a fresh deadline. Ignores arguments. */
  retry: () => Promise<Result<T, TErrors>>;
}

/** The Result of a call that failed. */
export interface ErrorResult<T, TErrors = {}> {
  /** The data, which is null on an error. */
  data: null;
  /** Why the call failed: an `ApiError`, whose body is typed by `TErrors`. */
  error: DeclaredError<TErrors>;
  /** The status of the response, 0 without a response. */
  status: number;
  /** The fetch response for `'http'` and `'parse'` (its body is already read), else null. */
  response: Response | null;
  /** Runs the same call again: same params and options, all middleware, a fresh deadline. Ignores arguments. */
  retry: () => Promise<Result<T, TErrors>>;
}

/**
 * The resolved value of every call. `data` and `error` are never both set: after `if (result.error) return`, `data` is
 * the endpoint's response type.
 *
 * @typeParam T Data of a success.
 * @typeParam TErrors Error bodies by status, as the endpoint declares them; `{}` for an endpoint that declares none.
 */
export type Result<T, TErrors = {}> = SuccessResult<T, TErrors> | ErrorResult<T, TErrors>;

/** Creates the Result of a success. The response is null only for data that a middleware or a function made up. */
export const resultOfData = (
  data: unknown,
  response: Response | null,
  retry: () => Promise<Result<unknown>>,
): SuccessResult<unknown> => ({
  data,
  error: null,
  status: response?.status ?? 0,
  response: response as Response,
  retry,
});

/** Creates the Result of a failure. */
export const resultOfError = <T>(
  error: ApiError,
  response: Response | null,
  retry: () => Promise<Result<T>>,
): ErrorResult<T> => ({ data: null, error, status: response?.status ?? 0, response, retry });

/** The members of a call that its Result needs. */
interface ResultOwner {
  readonly retry: () => Promise<Result<unknown>>;
  /** Read only if an error must be created. */
  readonly errorFacts: CallNames;
}

/** Converts an error to an ApiError; undefined if it has none of the six kinds. */
const asError = (given: object, { errorFacts }: ResultOwner): ApiError | undefined => {
  if (given instanceof ApiError) return given;
  const { attempts } = errorFacts.request;
  const cause = given instanceof Error ? given : undefined;
  const own = ownDefined(given) as Partial<ApiErrorInit>;
  return isErrorKind(own.kind)
    ? new ApiError({ ...errorFacts, attempts, cause, ...own, kind: own.kind })
    : undefined;
};

/**
 * Converts a value to a well-formed Result; undefined if it isn't one (for example undefined, a Response, or an invalid
 * error).
 *
 * An error wins: it must be an object with one of the six kinds, and is converted to an ApiError; data next to it is
 * dropped. Without an error, a `data` member makes a success, whatever its value. So exactly one of data and error is
 * set.
 *
 * Always a copy, because the code that created the value can change it later. Its `retry` belongs to this call, even if
 * the Result came from another.
 */
export function asResult(value: unknown, call: ResultOwner): Result<unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Partial<Result<unknown>>;
  const { retry } = call;
  const { error: givenError, response = null }: { error?: unknown; response?: Response | null } = given;
  if (givenError == null) return 'data' in given ? resultOfData(given.data, response, retry) : undefined;
  const error = isObject(givenError) ? asError(givenError, call) : undefined;
  return error && resultOfError(error, response, retry);
}

/** Describes a value that isn't a Result, for messages. */
export function describeResult(value: unknown): string {
  if (!isObject(value) || !('error' in value)) return describeType(value);
  const { error } = value;
  if (error == null) return `an object with error: ${String(error)} and no data`;
  return `an object whose error, ${describeType(error)}, has none of the six kinds`;
}

/**
 * Creates the Result of a failure outside a call, for example of a substitute for an endpoint, or of a poll.
 *
 * @param thrown The failure, used as the body of the error.
 * @param sent The newest request that was sent, if there was one.
 */
export function failure(
  kind: ApiError['kind'],
  thrown: unknown,
  params: unknown,
  retry: () => Promise<Result<never>>,
  endpoint?: { readonly name?: string | undefined; readonly path: string; readonly urlTemplate: string },
  sent?: { readonly method: string; readonly url: string; readonly attempts?: number },
): ErrorResult<never> {
  const error = new ApiError({
    kind,
    request: { method: sent?.method ?? '', url: sent?.url ?? '', params },
    // Not undefined: `request` above could inherit a value from `Object.prototype`.
    attempts: sent?.attempts ?? 0,
    endpoint: endpoint?.name,
    path: endpoint?.path,
    urlTemplate: endpoint?.urlTemplate,
    body: thrown,
    cause: thrown,
  });
  return resultOfError(error, null, retry);
}
