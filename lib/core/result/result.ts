import { nullProto, describeType, isObject, ownDefined, ownValue } from '../platform/values.js';
import { ApiError, type ApiErrorInit, type CallNames, isErrorKind } from './api-error.js';
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

/** What a Result knows of the call that it is of. */
interface ResultOwner {
  readonly retry: () => Promise<Result<unknown>>;
  /** Asked for where an error has to be made. */
  readonly errorFacts: CallNames;
}

/** The error as one of homing's own; undefined without one of the six kinds. */
const asError = (given: object, { errorFacts }: ResultOwner): ApiError | undefined => {
  if (given instanceof ApiError) return given;
  const { attempts } = errorFacts.request;
  const cause = given instanceof Error ? given : undefined;
  const error = nullProto<ApiErrorInit>(errorFacts, { attempts, cause }, ownDefined(given));
  return isErrorKind(error.kind) ? new ApiError(error) : undefined;
};

/**
 * The value as a well-formed Result, or undefined when it is no Result (nothing, a Response, an error that is none).
 *
 * An error wins: it has to be an object with one of the six kinds, and there are no data beside it; one that is no
 * ApiError becomes one. Without an error a `data` member makes a success, whatever it holds. So exactly one of data and
 * error is ever set, whoever made it.
 *
 * Always a copy: whoever made the value, or keeps it, may change it later. Its `retry` is this call's, also where the
 * Result is another's.
 */
export function asResult(value: unknown, call: ResultOwner): Result<unknown> | undefined {
  if (!isObject(value)) return undefined;
  const given = value as Partial<Result<unknown>>;
  const { retry } = call;
  const givenError: unknown = ownValue(given, 'error');
  const response = ownValue(given, 'response') ?? null;
  if (givenError == null) {
    if (!Object.hasOwn(given, 'data')) return undefined;
    return { data: given.data, error: null, response, retry } as Result<unknown>;
  }
  const error = isObject(givenError) ? asError(givenError, call) : undefined;
  return error && { data: null, error, response, retry };
}

/** What is no Result, as a person would say it. */
export function describeResult(value: unknown): string {
  if (!isObject(value) || !('error' in value)) return describeType(value);
  const { error } = value;
  if (error == null) return `an object with error: ${String(error)} and no data`;
  return `an object whose error, ${describeType(error)}, has none of the six kinds`;
}

/**
 * The Result of a failure that no call made: of something that only stands in for an endpoint, or around one.
 *
 * @param thrown What went wrong, the body of the error.
 * @param sent The newest request that was sent, if one was.
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
    attempts: sent?.attempts,
    endpoint: endpoint?.name,
    path: endpoint?.path,
    urlTemplate: endpoint?.urlTemplate,
    body: thrown,
    cause: thrown,
  });
  return { data: null, error, response: null, retry };
}
