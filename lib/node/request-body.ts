import type { Payload } from './dispatcher.js';

/** What a request sends. */
export interface RequestBody {
  /** The Content-Type, where the caller sets none; null for none. */
  readonly type: string | null;
  /** What Content-Length has to say; undefined where the dispatcher sees it or nobody knows. */
  readonly length?: number;
  /** Whether it can be sent a second time. */
  readonly replayable: boolean;
  open(): Payload;
  /** It will not be read to its end. */
  cancel(reason: unknown): void;
}
