import type { ApiErrorKind, Result } from '../../core/seats.js';
import { NotSentError } from '../../retry.js';

export { NotSentError } from '../../retry.js';
export type { NotSentReason } from '../../retry.js';

/** The Result of a call that a middleware has ended, as a chain takes it: the call's names are added on its way home. */
export const endedBy = ({ kind, reason }: { kind: ApiErrorKind; reason: unknown }): Result<never> =>
  ({ data: null, error: { kind, body: reason, cause: reason } }) as unknown as Result<never>;

/** That of a call which a middleware held back. */
export const notSent = (error: NotSentError): Result<never> => endedBy({ kind: 'network', reason: error });

/**
 * A request would wait for longer than it may.
 *
 * @param wait Milliseconds; undefined where nobody knows.
 */
export const waitTooLong = (wait: number | undefined): NotSentError =>
  new NotSentError(
    'wait-too-long',
    `It would have to wait ${wait === undefined ? 'for longer than it may' : `${String(wait)} ms`} for the rate limit: call again later, or raise maxWait and the deadline.`,
    wait,
  );

/** As many requests wait as may. */
export const queueFull = (maxQueue: number, wait: number | undefined): NotSentError =>
  new NotSentError(
    'queue-full',
    `${String(maxQueue)} requests wait for the rate limit already: send fewer at once, or raise maxQueue.`,
    wait,
  );
