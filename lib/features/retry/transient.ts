import {
  type ApiError,
  type MiddlewareContext,
  InvalidInputError,
  type Result,
} from '../../core/internal.js';
import { transienceOf } from '../transience/transience.js';

/** Why a request was held back. */
export type NotSentReason = 'circuit-open' | 'queue-full' | 'wait-too-long' | 'key-expired';

/**
 * A request that a plugin held back: nothing of it was sent, and no retry sends it either. The call is a `'network'`
 * error with this as its `cause`; where an attempt before was sent, it comes home with the Result of that.
 */
export class NotSentError extends InvalidInputError {
  override readonly isHeldBack: boolean = true;
  /** Why the request was held back. */
  readonly reason: NotSentReason;
  /** Milliseconds until it may be worth another try, where that is known. */
  readonly retryAfter: number | undefined;

  /**
   * @param reason Why the request was held back. Required. Kept as it is.
   * @param sentence What was wrong and what to do about it. It ends up in logs, so it must not hold values of the call.
   *   Required. Text is not checked.
   * @param retryAfter Milliseconds until another try may be worth it. Default: not known. Kept as it is.
   */
  constructor(reason: NotSentReason, sentence: string, retryAfter?: number) {
    super(sentence);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** `'NotSentError'`. */
  override get name(): 'NotSentError' {
    return 'NotSentError';
  }

  /** Whether something that was caught is one. */
  static override is(value: unknown): value is NotSentError {
    return InvalidInputError.is(value) && value instanceof NotSentError;
  }
}

/** The errors of attempts that sent nothing: what nobody sent will not be sent the next time either. */
export const unsent: WeakSet<ApiError> = new WeakSet();

/**
 * What a retry without a `retryOn` tries again, for rules that add to it: a status of 500 and above; and, where sending
 * twice does no harm, what leaves open whether the server did it, or says that it did not.
 *
 * @param _attempt Makes no difference.
 * @param ctx Without it nothing is known of the request, so that only the status counts.
 */
export function isTransient({ error }: Result<unknown>, _attempt?: number, ctx?: MiddlewareContext): boolean {
  if (!error) return false;
  const transience = transienceOf(error);
  if (transience === 'failed') return true;
  if (!transience || !ctx?.request.idempotent) return false;
  if (error.kind === 'network') return !unsent.has(error) && !InvalidInputError.is(error.body);
  // The attempt's own: after that of the whole call there is no time left for another.
  return error.kind !== 'timeout' || ctx.remaining() > 0;
}
