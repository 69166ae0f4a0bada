import type { Payload } from './dispatch-options.js';

/** What a request sends. */
export interface RequestBody {
  /** The Content-Type, where the caller sets none; null for none. */
  readonly type: string | null;
  /** In bytes, for the Content-Length; undefined where nobody knows. */
  readonly length: number | undefined;
  /** Whether it can be sent a second time. */
  readonly replayable: boolean;
  open(): Payload;
  /** It will not be read to its end. */
  cancel(reason: unknown): void;
}
