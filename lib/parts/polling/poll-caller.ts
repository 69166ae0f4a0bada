import type { Result } from '../../core/result/result.js';

/** One call of `poll` or `pollUntil`, as the poll that it stands on sees it. */
export interface PollCaller {
  /** Milliseconds; Infinity for a caller who wants one answer only, and leaves with it. */
  readonly every: number;
  /** Milliseconds. */
  readonly maxEvery: number;
  readonly inBackground: boolean;
  /** What it asks. */
  readonly question: object;
  /** Leaves if its signal aborted without telling anybody. */
  notice(): void;
  /** Goes to the poll that asks what it asks: this one asks something else by now. */
  move(): void;
  /** Gets every answer. Never throws. */
  receive(result: Result<unknown>): void;
}
