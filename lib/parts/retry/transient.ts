import { type MiddlewareContext, Refusal, type Result } from '../../core/seats.js';
import { unsent } from './unsent.js';

/** RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4: the server has not done it, and another time it may. */
const ANOTHER_TIME: readonly number[] = [408, 425, 429];

/**
 * What a retry without a `retryOn` tries again, for rules that add to it: a status of 500 and above; and, where sending
 * twice does no harm, what leaves open whether the server did it, or says that it did not.
 *
 * @param _attempt Makes no difference.
 * @param ctx Without it nothing is known of the request, so that only the status counts.
 */
export function transient({ error }: Result<unknown>, _attempt?: number, ctx?: MiddlewareContext): boolean {
  if (!error) return false;
  const { kind, status, body } = error;
  if (status >= 500) return true;
  if (!ctx?.request.repeatable) return false;
  if (kind === 'network') return !unsent.has(error) && !Refusal.is(body);
  // The attempt's own: after that of the whole call there is no time left for another.
  if (kind === 'timeout') return ctx.remaining() > 0;
  return kind === 'http' && ANOTHER_TIME.includes(status);
}
