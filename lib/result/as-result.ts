import { describeType } from '../platform/describe-type.js';
import { ownValue } from '../platform/own-value.js';
import { API_ERROR_KINDS } from './api-error.js';
import type { Result } from './result.js';

const KINDS: ReadonlySet<unknown> = /* @__PURE__ */ new Set(API_ERROR_KINDS);

const isError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && KINDS.has((error as { kind?: unknown }).kind);

/**
 * The value as a well-formed Result, or undefined when it is no Result (nothing, a Response, an error that is none).
 *
 * An error wins: it has to be an object with one of the six kinds, and there are no data beside it. Without an error a
 * `data` member makes a success, whatever it holds. So exactly one of data and error is ever set, whoever made it.
 *
 * Always a copy, of which each field was read once: whoever made the value, or keeps it, may change it later.
 */
export function asResult(value: unknown, retry: () => Promise<Result<unknown>>): Result<unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Partial<Result<unknown>>;
  const error = ownValue(given, 'error');
  const own = ownValue(given, 'retry');
  const again = typeof own === 'function' ? own : retry;
  const response = ownValue(given, 'response') ?? null;
  if (error !== null && error !== undefined)
    return isError(error) ? { data: null, error, response, retry: again } : undefined;
  if (!Object.hasOwn(given, 'data')) return undefined;
  return { data: given.data, error: null, response, retry: again } as Result<unknown>;
}

/** What is no Result, as a person would say it. */
export function describeResult(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('error' in value)) return describeType(value);
  if (value.error === null || value.error === undefined)
    return `an object with an error of ${String(value.error)} and no data`;
  return `an object whose error is ${describeType(value.error)} without one of the six kinds`;
}
