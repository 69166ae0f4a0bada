import { givenOptions, readDelay, Refusal } from '../../core/seats.js';
import type { Budget } from '../../retry.js';

/** What `hedgedFetch` takes. */
export interface HedgeOptions {
  /**
   * Milliseconds without an answer after which one more request goes out. Default 200. NaN is the default; negative is 0;
   * above 2^31-1 it is that.
   */
  readonly delay?: number | undefined;
  /**
   * How many requests may follow the first one. Default 2. Fractions round down; negative and NaN are 0; above 10 it is
   * 10.
   */
  readonly max?: number | undefined;
  /** Is asked before each hedge, and told of successes. Default: none. Without `take` and `credit`: it throws when it is made. */
  readonly budget?: Budget | undefined;
  /**
   * Statuses after which another request may have better luck: the next goes out at once. Any other ends the others.
   * Default 500, 502, 503 and 504. No list: it throws when it is made.
   */
  readonly nonFatal?: readonly number[] | undefined;
}

/** The options, read once. */
export interface OwnHedgeOptions {
  readonly delay: number;
  readonly max: number;
  readonly budget: Budget | undefined;
  readonly nonFatal: readonly number[];
}

const MOST_HEDGES = 10;

/** Throws a Refusal that names what can't be an option. */
export function readHedgeOptions(options: HedgeOptions | undefined): OwnHedgeOptions {
  const { delay, max = 2, budget, nonFatal = [500, 502, 503, 504] } = givenOptions(options);
  if (budget && (typeof budget.take !== 'function' || typeof budget.credit !== 'function'))
    throw Refusal.of('hedgedFetch: budget', budget, 'a RetryBudget, or what has take() and credit()');
  if (!Array.isArray(nonFatal)) throw Refusal.of('hedgedFetch: nonFatal', nonFatal, 'a list of statuses');
  return {
    delay: readDelay(delay, 200),
    max: max > 0 ? Math.min(Math.floor(max), MOST_HEDGES) : 0,
    budget,
    nonFatal: [...(nonFatal as readonly number[])],
  };
}
