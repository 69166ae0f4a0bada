import { httpDate } from '../http-date/http-date.js';

/**
 * Returns the milliseconds that a `Retry-After` header requests (RFC 9110, 10.2.3): seconds, or a date in any of the
 * three formats. 0 for a past date; undefined for a missing or invalid header.
 *
 * @param headers The response's headers; undefined without a response.
 * @param now Milliseconds since the epoch.
 */
export function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = httpDate(text, now);
  return date && Math.max(date - now, 0);
}
