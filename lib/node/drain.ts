import { setTimeout } from './node-api.js';
import type { Wire } from './wire.js';

/** A rest that is smaller than this is let come, so that the connection can be used again. */
const SMALL_REST = 64 * 1024;
/** How long that may take, in milliseconds; a new connection costs less than that. */
const DRAIN_TIME = 500;

/**
 * Lets the rest of a body come that nobody wants, or hangs up.
 *
 * @returns The timer to clear when the rest is here; undefined when it does not come.
 */
export function drain(wire: Wire, arrived: number, reason: unknown): unknown {
  const rest = (wire.declaredLength ?? Infinity) - arrived;
  if (rest <= SMALL_REST) return setTimeout(() => wire.abort(reason), DRAIN_TIME);
  wire.abort(reason);
  return undefined;
}
