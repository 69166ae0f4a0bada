import type { Result } from './result.js';

/**
 * The value as a well-formed Result, or undefined when it is no Result (nothing, a Response, a decoded body).
 *
 * One of this call's own is handed back as it is. One that a middleware built is copied: it may lack `retry` or
 * `response`, carry data beside its error, or be a thenable the next time somebody looks. So exactly one of data and
 * error is ever set.
 */
export function asResult(value: unknown, retry: () => Promise<Result<unknown>>): Result<unknown> | undefined {
  if (typeof value !== 'object' || value === null || !('data' in value && 'error' in value)) return undefined;
  const given = value as Partial<Result<unknown>>;
  if (given.retry === retry) return given as Result<unknown>;
  const { data, error = null, response = null } = given;
  if (error !== null && typeof error.kind !== 'string') return undefined;
  return { data: error ? null : data, error, response, retry: given.retry ?? retry } as Result<unknown>;
}
