import { describeType } from '../../../core/seats.js';
import type { SharedLimit } from './shared-limit.js';

/** What `flexible` needs of a limiter of rate-limiter-flexible, by its shape. */
export interface FlexibleLimiter {
  /** Rejects with `{ msBeforeNext }` where nothing is left, and with an error where its store fails. */
  consume(key: string, points: number): Promise<unknown>;
}

/** The milliseconds that a refusal names; undefined for what is none. */
const msBeforeNext = (thrown: unknown): number | undefined => {
  const { msBeforeNext: ms } = Object(thrown) as { msBeforeNext?: unknown };
  return typeof ms === 'number' && !Number.isNaN(ms) ? ms : undefined;
};

/**
 * A limiter of rate-limiter-flexible, over Redis or any other of its stores, as the `shared` limit of a RateLimitPlugin.
 * Each request is a point. The windows of such a limiter are fixed: what is left of one is lost, and around the turn of
 * two there may be twice as many requests as in one.
 *
 * @throws TypeError for what has no `consume`.
 */
export function flexible(limiter: FlexibleLimiter): SharedLimit {
  if (typeof (limiter as Partial<FlexibleLimiter> | null)?.consume !== 'function')
    throw new TypeError(
      `flexible: the limiter is ${describeType(limiter)}: pass one of rate-limiter-flexible, or what has consume(key, points).`,
    );
  return {
    async take(key) {
      try {
        await limiter.consume(key, 1);
        return 0;
      } catch (thrown) {
        const ms = msBeforeNext(thrown);
        if (ms === undefined) throw thrown;
        // Negative for a window that never ends.
        return ms < 0 ? Infinity : Math.max(ms, 1);
      }
    },
  };
}
