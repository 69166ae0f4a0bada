import type { Result } from './result.js';

/**
 * The value as a well-formed Result, or undefined when it is no Result (nothing, a Response, a decoded body).
 *
 * A well-formed one is handed back as it is. One that a middleware built by hand may lack `retry` or `response`,
 * or carry data beside its error: it is completed, so that exactly one of data and error is ever set.
 */
export function asResult(value: unknown, retry: () => Promise<Result<unknown>>): Result<unknown> | undefined {
  if (typeof value !== 'object' || value === null || !('data' in value && 'error' in value)) return undefined;
  const given = value as Partial<Result<unknown>>;
  const { data = null, error = null, response = null } = given;
  if (error !== null && typeof error.kind !== 'string') return undefined;
  if (given.retry && given.response !== undefined && given.error === error && (!error || data === null))
    return given as Result<unknown>;
  return { data: error ? null : data, error, response, retry: given.retry ?? retry } as Result<unknown>;
}
