import { describeType } from '../platform/describe-type.js';
import { ownValue } from '../platform/own-properties.js';
import { API_ERROR_KINDS, ApiError, type ApiErrorInit } from './api-error.js';
import type { Result } from './result.js';

const KINDS: ReadonlySet<unknown> = /* @__PURE__ */ new Set(API_ERROR_KINDS);

/** What a Result knows of the call that it is of. */
interface CallFacts extends Pick<ApiErrorInit, 'request' | 'path' | 'urlTemplate'> {
  readonly retry: () => Promise<Result<unknown>>;
}

/** The error as one of homing's own, each field read once; undefined without one of the six kinds. */
const asError = (given: object, { request, path, urlTemplate }: CallFacts): ApiError | undefined => {
  const error = given as Partial<ApiError>;
  if (ApiError.isOwn(given)) return KINDS.has(error.kind) ? given : undefined;
  const { kind, status, statusText, body, headers, partialData, cause } = error;
  if (!KINDS.has(kind)) return undefined;
  return new ApiError({
    ...{ kind: kind as ApiErrorInit['kind'], request: error.request ?? request, path, urlTemplate },
    ...{ body, headers, partialData },
    status: typeof status === 'number' ? status : 0,
    statusText: typeof statusText === 'string' ? statusText : '',
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
export function asResult(value: unknown, call: CallFacts): Result<unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Partial<Result<unknown>>;
  const error: unknown = ownValue(given, 'error');
  const response = ownValue(given, 'response') ?? null;
  const { retry } = call;
  if (error === null || error === undefined)
    return Object.hasOwn(given, 'data')
      ? ({ data: given.data, error: null, response, retry } as Result<unknown>)
      : undefined;
  const whole = typeof error === 'object' ? asError(error, call) : undefined;
  return whole && { data: null, error: whole, response, retry };
}

/** What is no Result, as a person would say it. */
export function describeResult(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('error' in value)) return describeType(value);
  if (value.error === null || value.error === undefined)
    return `an object with an error of ${String(value.error)} and no data`;
  return `an object whose error is ${describeType(value.error)} without one of the six kinds`;
}
