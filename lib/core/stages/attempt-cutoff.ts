import type { Clock } from '../platform/clock.js';
import { DeadlineCutoff } from './deadline-cutoff.js';

/** Ends one attempt: with what ends the call, and at a deadline of its own. */
export class AttemptCutoff extends DeadlineCutoff {
  /** @param timeout Milliseconds; 0 and undefined for no deadline. */
  constructor(clock: Clock, timeout: number | undefined) {
    super(clock, timeout, 'attempt');
  }
}
