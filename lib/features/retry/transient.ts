import {
  type ApiError,
  type MiddlewareContext,
  InvalidInputError,
  type Result,
} from '../../core/internal.js';
import { transienceOf } from '../transience/transience.js';

/** Why a request was blocked before sending. */
export type NotSentReason = 'circuit-open' | 'queue-full' | 'wait-too-long' | 'key-expired';

/**
 * The error of a request that a plugin blocked before sending. Retries don't send it either. The call returns a
 * `'network'` error with this as its `cause`; if an earlier attempt was sent, the call returns the Result of that
 * attempt.
 */
export class NotSentError extends InvalidInputError {
  override readonly isHeldBack: boolean = true;
  /** Why the request was blocked. */
  readonly reason: NotSentReason;
  /** Milliseconds until a new call might succeed, if known. */
  readonly retryAfter: number | undefined;

  /**
   * @param reason Why the request was blocked. Required. Not checked.
   * @param sentence The problem and the fix. It ends up in logs, so it must not contain values of the call. Required.
   * Not checked.
   * @param retryAfter Milliseconds until a new call might succeed. Default: unknown. Not checked.
   */
  constructor(reason: NotSentReason, sentence: string, retryAfter?: number) {
    super(sentence);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** Always `'NotSentError'`. */
  override get name(): 'NotSentError' {
    return 'NotSentError';
  }

  /** Returns whether a value is a NotSentError. */
  static override is(value: unknown): value is NotSentError {
    return InvalidInputError.is(value) && value instanceof NotSentError;
  }
}

/** The errors of attempts that sent nothing: a retry wouldn't send anything either. */
export const unsent: WeakSet<ApiError> = new WeakSet();

/**
 * Returns whether a Result is retried by default, to build your own `retryOn` on: for status 500 and above; and, for
 * idempotent requests, for failures where the server might not have done the work, or reports that it didn't.
 *
 * @param _attempt Ignored.
 * @param ctx The call's context. Without it the request is unknown, so only the status counts.
 */
export function isTransient({ error }: Result<unknown>, _attempt?: number, ctx?: MiddlewareContext): boolean {
  if (!error) return false;
  const transience = transienceOf(error);
  if (transience === 'failed') return true;
  if (!transience || !ctx?.request.idempotent) return false;
  if (error.kind === 'network') return !unsent.has(error) && !InvalidInputError.is(error.body);
  // Only an attempt's own timeout: after the call's timeout, no time is left.
  return error.kind !== 'timeout' || ctx.remaining() > 0;
}
