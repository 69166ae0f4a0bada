import type { Clock } from '../platform/clock.js';
import { nextTurn } from '../platform/next-turn.js';

/**
 * Waits, but for the first time, until everything else had its turn. For a `next()` that can't send any more: a
 * middleware that tries until it succeeds would otherwise never let go of the process.
 */
export async function giveWay(call: { refusals: number; readonly clock: Clock }): Promise<void> {
  call.refusals += 1;
  if (call.refusals > 1) await nextTurn(call.clock);
}
