import { httpDate } from '../http-date/http-date.js';

/**
 * How long a response asks to wait, in milliseconds (RFC 9110, 10.2.3): seconds, or a date in any of the three forms.
 * 0 for a date that has passed; undefined without the header, and for one that can't be read.
 *
 * @param headers The response's; undefined where there was none.
 * @param now Milliseconds since the epoch.
 */
export function retryAfter(headers: Headers | undefined, now: number): number | undefined {
  const text = headers?.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = httpDate(text, now);
  return date && Math.max(date - now, 0);
}
