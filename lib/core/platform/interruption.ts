import { bare } from './bare.js';
import { abortReason } from './foreign-signal.js';
import { markOwnWords } from './own-words.js';

/** The reason of an abort that has none of its own. Not a `DOMException`, which React Native lacks. */
export class AbortError extends Error {
  constructor(message: string) {
    super(message);
    markOwnWords(this);
  }

  override get name(): 'AbortError' {
    return 'AbortError';
  }
}

/** What may have a deadline of its own, beside a whole call. */
export type DeadlineOwner = 'attempt' | 'shared request';

/**
 * The reason of a call, an attempt or a shared request whose deadline passed. Not a `DOMException`, which React Native
 * lacks.
 */
export class TimeoutError extends Error {
  /** "its deadline of 5000 ms", "its attempt's deadline of 100 ms". */
  readonly #deadline: string;

  /**
   * @param ms The deadline, in milliseconds.
   * @param owner What had it, where that is not the whole call.
   */
  constructor(ms: number, owner?: DeadlineOwner) {
    const deadline = `${owner ? `${owner}'s ` : ''}deadline of ${String(ms)} ms`;
    super(`The ${deadline} passed.`);
    this.#deadline = `its ${deadline}`;
    markOwnWords(this);
  }

  override get name(): 'TimeoutError' {
    return 'TimeoutError';
  }

  /** Which deadline passed, where the thrown value says so. Safe on anything that can be thrown. */
  static deadlineOf(thrown: unknown): string | undefined {
    try {
      const value = Object(thrown) as object;
      return #deadline in value ? value.#deadline : undefined;
    } catch {
      // React Native's Babel preset makes private fields properties, and a revoked proxy can't be asked for one.
      return undefined;
    }
  }
}

/** An error named `TimeoutError`, for a limit that is nobody's deadline. The sentence is homing's own. */
export function timeoutError(sentence: string): Error {
  const error = new Error(sentence);
  Object.defineProperty(error, 'name', bare({ value: 'TimeoutError' }));
  markOwnWords(error);
  return error;
}

/** Why something ended before its time. */
export interface Interruption {
  /** The kind of the error that it makes. */
  readonly kind: 'abort' | 'timeout';
  /** The signal's reason; for a deadline an error named `TimeoutError`. */
  readonly reason: unknown;
}

/** An aborted signal of the caller's own is an abort, whatever its reason: docs/reference/rules.md#which-kind-it-is */
export function abortBy(signal: AbortSignal): Interruption {
  const reason = abortReason(signal);
  // The signals of React Native have no reason.
  return { kind: 'abort', reason: reason === undefined ? new AbortError('The call was aborted.') : reason };
}

/** What any other aborted signal means: a timeout where its reason is named so, else an abort. */
export function interruptionBy(signal: AbortSignal): Interruption {
  const aborted = abortBy(signal);
  try {
    return (aborted.reason as Error).name === 'TimeoutError' ? { ...aborted, kind: 'timeout' } : aborted;
  } catch {
    // A reason may be anything, null or a revoked proxy too.
    return aborted;
  }
}
