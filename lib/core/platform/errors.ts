import { brandIn, define, describeOption, describeType, hasBrand, setBrand } from './values.js';

/**
 * Marks an error whose text is safe: homing wrote it, and it contains no value of a call. Messages copy it completely.
 *
 * @param text The text for messages. Default: the error's message.
 */
export function markSafeText<T extends Error>(error: T, text: string = error.message): T {
  setBrand(error, 'words', text);
  return error;
}

/** Returns the safe text of an error that homing created; undefined for other values. Works for any thrown value. */
export const safeTextOf = (thrown: unknown): string | undefined =>
  brandIn(thrown, 'words') as string | undefined;

/**
 * Invalid input of the caller or the configuration: nothing is sent. The message names the input and the fix, never a
 * param's value, because it ends up in logs.
 */
export class InvalidInputError extends TypeError {
  /** Whether the request itself is valid, but something on this side blocked it before sending. */
  readonly isHeldBack: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    setBrand(this, 'InvalidInputError');
    markSafeText(this);
  }

  /**
   * Returns whether the value is an InvalidInputError, even of another copy of the package, such as a plugin's. Works
   * for any thrown value.
   */
  static is(value: unknown): value is InvalidInputError {
    return hasBrand(value, 'InvalidInputError');
  }

  /** Returns whether a request was blocked before sending. The Result of earlier attempts is then more useful. */
  static holdsBack(thrown: unknown): boolean {
    return InvalidInputError.is(thrown) && thrown.isHeldBack;
  }

  /** Creates the error "`name` is a Set: pass `wanted`." */
  static of(name: string, value: unknown, wanted: string, given = describeType(value)): InvalidInputError {
    // The promise is discarded. An unhandled rejection would end the process.
    if (value instanceof Promise) value.catch(() => undefined);
    return new InvalidInputError(`${name} is ${given}: pass ${wanted}.`);
  }

  /** "`name` is 5: pass `wanted`." For options: the value of a param, a header or a body must not reach a log. */
  static ofOption(name: string, value: unknown, wanted: string): InvalidInputError {
    return InvalidInputError.of(name, value, wanted, describeOption(value));
  }
}

/** The default reason of an abort. Not a `DOMException`, which React Native lacks. */
export class AbortError extends Error {
  constructor(message: string) {
    super(message);
    markSafeText(this);
  }

  override get name(): 'AbortError' {
    return 'AbortError';
  }
}

/** Owners of a deadline, other than a whole call. */
export type DeadlineOwner = 'attempt' | 'shared request';

/** The reason of a call, an attempt or a shared request that timed out. */
export class TimeoutError extends Error {
  /**
   * @param ms The deadline in milliseconds.
   * @param owner The owner of the deadline, if not the whole call.
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

/** Creates the reason of a call that `dedupe` cancels for a newer one. */
export function supersededError(): AbortError {
  const error = new AbortError('Superseded by a newer call of this endpoint (dedupe).');
  setBrand(error, 'Superseded');
  return error;
}

/** Returns whether the value is such a reason, of any copy of the package. */
export const isSuperseded = (thrown: unknown): boolean => hasBrand(thrown, 'Superseded');

/** Returns whether a deadline of a call, an attempt or a shared request was thrown, by any copy of the package. */
export const isDeadline = (thrown: unknown): boolean => hasBrand(thrown, 'Deadline');

/** Creates an error named `TimeoutError` for a limit that isn't the deadline of a call. homing writes the sentence. */
export function timeoutError(sentence: string): Error {
  const error = markSafeText(new Error(sentence));
  define(error, 'name', 'TimeoutError');
  return error;
}

/**
 * Creates the error for a body that homing can't read: it is too large, or something has already read it. The
 * connection didn't fail, so a retry wouldn't help.
 */
export function bodyError(sentence: string, cause?: unknown): TypeError {
  const error = markSafeText(new TypeError(sentence, { cause }));
  setBrand(error, 'BodyError');
  return error;
}

/** Returns whether the value is such an error, of any copy of the package. Works for any thrown value. */
export const isBodyError = (thrown: unknown): boolean => hasBrand(thrown, 'BodyError');
