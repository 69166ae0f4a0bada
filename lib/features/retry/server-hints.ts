// Response headers of language-model services and others that say whether, and when, to retry.

import type { ApiError, Result } from '../../core/internal.js';

/**
 * Returns what `x-should-retry` of an error response says. Undefined without a response, and for any value except `true`
 * and `false`.
 */
export function serverDecision({ error }: Result<unknown>): boolean | undefined {
  const text = error?.kind === 'http' ? error.headers.get('x-should-retry') : null;
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/**
 * Returns the milliseconds in `retry-after-ms` of an error response. Undefined without a response, and for any value
 * except a decimal number.
 */
export function retryAfterMs({ kind, headers }: ApiError): number | undefined {
  const text = kind === 'http' ? (headers.get('retry-after-ms') ?? '') : '';
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
