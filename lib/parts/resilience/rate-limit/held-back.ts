import { NotSentError } from '../not-sent.js';

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
