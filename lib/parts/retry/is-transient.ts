import type { Result } from '../../core/result/result.js';
import type { MiddlewareContext } from '../../core/stages/middleware-context.js';
import { Refusal } from '../../core/result/refusal.js';

/** RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4: the server has not done it, and another time it may. */
const ANOTHER_TIME: readonly number[] = [408, 425, 429];

/**
 * The rule of a retry without one of the user's: a status of 500 and above; and, where sending twice does no harm, what
 * leaves open whether the server did it, or says that it did not.
 *
 * @param ctx Without it nothing is known of the request, so that only the status counts.
 * @param wasSent Whether the attempt went on its way: what nobody sent will not be sent the next time either.
 */
export function isTransient(
  { error }: Result<unknown>,
  ctx: MiddlewareContext | undefined,
  wasSent: boolean,
): boolean {
  if (!error) return false;
  const { kind, status, body } = error;
  if (status >= 500) return true;
  if (!ctx?.request.repeatable) return false;
  if (kind === 'network') return wasSent && !Refusal.is(body);
  // The attempt's own: after that of the whole call there is no time left for another.
  if (kind === 'timeout') return ctx.remaining() > 0;
  return kind === 'http' && ANOTHER_TIME.includes(status);
}
