import type { Result } from '../result/result.js';

/** One call of `poll` or `pollUntil`, as the poll that it stands on sees it. */
export interface PollCaller {
  /** Milliseconds; undefined for a caller who wants one answer only. */
  readonly every: number | undefined;
  /** Milliseconds; undefined for the default. */
  readonly maxEvery: number | undefined;
  readonly inBackground: boolean;
  /** Gets every answer. Never throws. */
  receive(result: Result<unknown>): void;
}
