import type { ApiErrorKind } from './api-error.js';
import type { Result } from './result.js';

const KINDS: Record<ApiErrorKind, true> = {
  network: true,
  http: true,
  parse: true,
  timeout: true,
  abort: true,
  middleware: true,
};

const isErrorLike = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Object.hasOwn(KINDS, (error as { kind: PropertyKey }).kind);

/**
 * The value as a well-formed Result, or undefined when it is no Result (nothing, a Response, a decoded body).
 *
 * A well-formed one is handed back as it is. One that a middleware built by hand may lack `retry` or `response`,
 * or carry data beside its error: it is completed, so that exactly one of data and error is ever set.
 */
export function asResult(value: unknown, retry: () => Promise<Result<unknown>>): Result<unknown> | undefined {
  if (typeof value !== 'object' || value === null || !('data' in value) || !('error' in value))
    return undefined;
  const { data, error } = value;
  const response = 'response' in value ? value.response : null;
  const ownRetry = 'retry' in value ? value.retry : undefined;
  const failed = error != null;
  if (failed && !isErrorLike(error)) return undefined;
  if (typeof ownRetry === 'function' && response !== undefined && (failed ? data === null : error === null))
    return value as Result<unknown>;
  return {
    data: failed ? null : data,
    error: error ?? null,
    response: response ?? null,
    retry: typeof ownRetry === 'function' ? ownRetry : retry,
  } as Result<unknown>;
}
