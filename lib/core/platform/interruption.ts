import { AbortError } from './abort-error.js';
import { abortReason } from './abort-reason.js';

/** Why something ended before its time. */
export interface Interruption {
  /** The kind of the error that it makes. */
  readonly kind: 'abort' | 'timeout';
  /** The signal's reason; for a deadline an error named `TimeoutError`. */
  readonly reason: unknown;
}

/** What an aborted signal of anybody's making means. */
export function interruptionBy(signal: Pick<AbortSignal, 'reason'>): Interruption {
  const given = abortReason(signal);
  // The signals of React Native have no reason.
  const reason = given === undefined ? new AbortError('The call was aborted.') : given;
  try {
    return { kind: (reason as Error).name === 'TimeoutError' ? 'timeout' : 'abort', reason };
  } catch {
    // A reason may be anything, a revoked proxy too.
    return { kind: 'abort', reason };
  }
}
