import { describeType } from '../platform/describe-type.js';
import { bare } from '../platform/bare.js';
import { isObject } from '../platform/is-object.js';
import { isPlain } from '../platform/is-plain.js';
import { ownValue } from '../platform/own-properties.js';
import { ApiError } from './api-error.js';
import type { CallNames } from './api-error-init.js';
import { isErrorKind } from './outcome.js';
import type { Result } from './result.js';

/** What a Result knows of the call that it is of. */
interface ResultOwner {
  readonly retry: () => Promise<Result<unknown>>;
  /** Asked for where an error has to be made. */
  readonly errorFacts: CallNames;
}

/** The error as one of homing's own, each field read once; undefined without one of the six kinds. */
const asError = (given: object, call: ResultOwner): ApiError | undefined => {
  if (ApiError.isOwn(given)) return isErrorKind(given.kind) ? given : undefined;
  const { kind, request, status, statusText, body, rawBody, headers, partialData, issues, cause, attempts } =
    // Of a plain object what is its own: nothing that stands on `Object.prototype`.
    (isPlain(given) ? bare(given) : given) as Partial<ApiError>;
  if (!isErrorKind(kind)) return undefined;
  const { errorFacts } = call;
  return new ApiError({
    ...errorFacts,
    kind,
    request: request ?? errorFacts.request,
    attempts: typeof attempts === 'number' ? attempts : errorFacts.request.attempts,
    status: typeof status === 'number' ? status : 0,
    statusText: typeof statusText === 'string' ? statusText : '',
    body,
    rawBody,
    headers,
    partialData,
    issues: Array.isArray(issues) ? issues : undefined,
    cause: cause ?? (given instanceof Error ? given : undefined),
  });
};

/**
 * The value as a well-formed Result, or undefined when it is no Result (nothing, a Response, an error that is none).
 *
 * An error wins: it has to be an object with one of the six kinds, and there are no data beside it; one that is no
 * ApiError becomes one. Without an error a `data` member makes a success, whatever it holds. So exactly one of data and
 * error is ever set, whoever made it.
 *
 * Always a copy, of which each field was read once: whoever made the value, or keeps it, may change it later. Its
 * `retry` is this call's, also where the Result is another's.
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
  const error = typeof givenError === 'object' ? asError(givenError, call) : undefined;
  return error && { data: null, error, response, retry };
}

/** What is no Result, as a person would say it. */
export function describeResult(value: unknown): string {
  if (!isObject(value) || !('error' in value)) return describeType(value);
  const { error } = value;
  if (error == null) return `an object with an error of ${String(error)} and no data`;
  return `an object whose error is ${describeType(error)} without one of the six kinds`;
}
