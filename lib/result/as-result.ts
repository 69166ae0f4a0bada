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
 * `data` member makes a success, whatever it holds. So exactly one of data and error is ever set, whoever made it. One
 * of this call's own is handed back as it is; every other is copied, and what it lacks of `retry` and `response` added.
 */
export function asResult(value: unknown, retry: () => Promise<Result<unknown>>): Result<unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Result<unknown>;
  const error = ownValue(given, 'error');
  const isFailure = error !== null && error !== undefined;
  if (isFailure ? !isError(error) : !Object.hasOwn(given, 'data')) return undefined;
  const data = ownValue(given, 'data');
  const response = ownValue(given, 'response');
  const again = ownValue(given, 'retry');
  const isWhole = isFailure ? data === null : error === null;
  if (isWhole && again === retry && response !== undefined) return given;
  return {
    data: isFailure ? null : data,
    error: isFailure ? error : null,
    response: response ?? null,
    retry: typeof again === 'function' ? again : retry,
  } as Result<unknown>;
}

/** What is no Result, as a person would say it. */
export function describeResult(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('error' in value)) return describeType(value);
  if (value.error === null || value.error === undefined)
    return `an object with an error of ${String(value.error)} and no data`;
  return `an object whose error is ${describeType(value.error)} without one of the six kinds`;
}
