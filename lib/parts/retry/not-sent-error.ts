import { Refusal } from '../../core/seats.js';

/** Why a request was held back. */
export type NotSentReason = 'circuit-open' | 'queue-full' | 'wait-too-long' | 'key-expired';

/**
 * A request that a plugin held back: nothing of it was sent, and no retry sends it either. The call is a `'network'`
 * error with this as its `cause`; where an attempt before was sent, it comes home with the Result of that.
 */
export class NotSentError extends Refusal {
  override readonly isHeldBack: boolean = true;
  /** Why the request was held back. */
  readonly reason: NotSentReason;
  /** Milliseconds until it may be worth another try, where that is known. */
  readonly retryAfter: number | undefined;

  /** @param sentence What was wrong and what to do about it. It ends up in logs, so it must not hold values of the call. */
  constructor(reason: NotSentReason, sentence: string, retryAfter?: number) {
    super(sentence);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** `'NotSentError'`. */
  override get name(): 'NotSentError' {
    return 'NotSentError';
  }

  /** Safe on anything that can be thrown. */
  static override is(value: unknown): value is NotSentError {
    return Refusal.is(value) && value instanceof NotSentError;
  }
}
