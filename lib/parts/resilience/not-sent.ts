import type { Result } from '../../core/seats.js';
import { NotSentError } from '../../retry.js';

export { NotSentError } from '../../retry.js';
export type { NotSentReason } from '../../retry.js';

/** The Result of a call that a middleware held back, as a chain takes it: the call's names are added on its way home. */
export const notSent = (error: NotSentError): Result<never> =>
  ({ data: null, error: { kind: 'network', body: error, cause: error } }) as unknown as Result<never>;

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
