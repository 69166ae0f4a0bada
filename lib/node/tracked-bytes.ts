import type { ResponseBytes } from './response-bytes.js';

/** The bytes of a response that a call follows until they are read: they may be aborted, and their end ends the call. */
export interface TrackedBytes extends ResponseBytes {
  /** How many have been handed out. */
  readonly size: number;
  /** Whether nothing is left to read, for whatever reason. */
  readonly isOver: boolean;
  /** Whether they were read to their end. */
  readonly isComplete: boolean;
  /** The rest is lost: whoever reads gets the reason. */
  fail(reason: unknown): void;
}
