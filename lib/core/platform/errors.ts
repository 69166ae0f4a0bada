import { brandIn, define, describeOption, describeType, hasBrand, setBrand } from './values.js';

/**
 * Marks an error whose text homing wrote itself: it quotes nothing that a call was given, so that messages tell it whole.
 *
 * @param told What they tell, where that is not the error's own message.
 */
export function markSafeText<T extends Error>(error: T, told: string = error.message): T {
  setBrand(error, 'words', told);
  return error;
}

/** What messages tell of an error that homing wrote; undefined for what somebody else did. Safe on anything thrown. */
export const safeTextOf = (thrown: unknown): string | undefined =>
  brandIn(thrown, 'words') as string | undefined;

/**
 * Something the caller gave can't become a request, so nothing is sent. The sentence names the thing that was
 * wrong and what to do about it, and never a param's value: it ends up in logs.
 */
export class InvalidInputError extends TypeError {
  /** Whether the request is as it should be, and somebody on this side would not let it go out now. */
  readonly isHeldBack: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    setBrand(this, 'InvalidInputError');
    markSafeText(this);
  }

  /** True for one of another copy of the package too: a plugin's may be one. Safe on anything that can be thrown. */
  static is(value: unknown): value is InvalidInputError {
    return hasBrand(value, 'InvalidInputError');
  }

  /** Whether a request was held back: what came of those that were sent before it says more. */
  static holdsBack(thrown: unknown): boolean {
    return InvalidInputError.is(thrown) && thrown.isHeldBack;
  }

  /** "`name` is a Set: pass `wanted`." */
  static of(name: string, value: unknown, wanted: string, given = describeType(value)): InvalidInputError {
    // Nobody waits for it: what it rejects with must not end the process.
    if (value instanceof Promise) value.catch(() => undefined);
    return new InvalidInputError(`${name} is ${given}: pass ${wanted}.`);
  }

  /** "`name` is 5: pass `wanted`." For options: the value of a param, a header or a body must not reach a log. */
  static ofOption(name: string, value: unknown, wanted: string): InvalidInputError {
    return InvalidInputError.of(name, value, wanted, describeOption(value));
  }
}

/** The reason of an abort that has none of its own. Not a `DOMException`, which React Native lacks. */
export class AbortError extends Error {
  constructor(message: string) {
    super(message);
    markSafeText(this);
  }

  override get name(): 'AbortError' {
    return 'AbortError';
  }
}

/** What may have a deadline of its own, beside a whole call. */
export type DeadlineOwner = 'attempt' | 'shared request';

/** The reason of a call, an attempt or a shared request whose deadline passed. */
export class TimeoutError extends Error {
  /**
   * @param ms The deadline, in milliseconds.
   * @param owner What had it, where that is not the whole call.
   */
  constructor(ms: number, owner?: DeadlineOwner) {
    super(`${owner ? `${owner} ` : ''}timed out after ${ms} ms`);
    setBrand(this, 'Deadline');
    markSafeText(this);
  }

  override get name(): 'TimeoutError' {
    return 'TimeoutError';
  }
}

/** Whether the deadline of a call, an attempt or a shared request was thrown, by any copy of the package. */
export const isDeadline = (thrown: unknown): boolean => hasBrand(thrown, 'Deadline');

/** An error named `TimeoutError`, for a limit that is nobody's deadline. The sentence is homing's own. */
export function timeoutError(sentence: string): Error {
  const error = markSafeText(new Error(sentence));
  define(error, 'name', 'TimeoutError');
  return error;
}

/**
 * Says why homing itself leaves a body unread: it is larger than it may be, or somebody has read it already. No failure
 * of the connection, so that asking again changes nothing.
 */
export function bodyError(sentence: string, cause?: unknown): TypeError {
  const error = markSafeText(new TypeError(sentence, { cause }));
  setBrand(error, 'BodyError');
  return error;
}

/** Whether that was thrown, by any copy of the package. Safe on anything that can be thrown. */
export const isBodyError = (thrown: unknown): boolean => hasBrand(thrown, 'BodyError');
