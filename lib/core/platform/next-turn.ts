import type { Clock } from './clock.js';

/** Waits until everything else had its turn. */
export const nextTurn = (clock: Clock): Promise<void> =>
  new Promise<void>((resolve) => clock.setTimeout(resolve, 0));
