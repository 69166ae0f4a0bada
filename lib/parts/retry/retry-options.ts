import type { Backoff } from '../../backoff.js';
import type { HttpMethod, MiddlewareContext, Result } from '../../core/seats.js';
import type { Budget } from './budget.js';

/** What `onRetry` is told. */
export interface RetryInfo {
  /** How many attempts have failed so far, from 1. */
  readonly attempt: number;
  /** How many retries there may be. */
  readonly max: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** The Result of the failed attempt. */
  readonly result: Result<unknown>;
}

/** Options of `RetryPlugin` and `retryMiddleware`. */
export interface RetryOptions {
  /** How many retries may follow the first attempt. Default 3. Fractions round down; negative and NaN are 0. */
  max?: number | undefined;
  /**
   * How long to wait. A function gets the number of failed attempts and gives milliseconds; where it throws, or gives
   * NaN or an infinite number, the wait is exponential. Negative is 0. Default `'exponential'`.
   */
  delay?: 'exponential' | 'linear' | ((attempt: number) => number) | Backoff | undefined;
  /** Milliseconds after the first failure, for the named delays. Default 250. NaN is the default; negative is 0. */
  baseDelay?: number | undefined;
  /**
   * No wait is longer, in milliseconds; not even one that `Retry-After` asks for. Default 30000. NaN is the default;
   * negative is 0; above 2^31-1 it is capped.
   */
  maxDelay?: number | undefined;
  /** Waits a random part of the delay. Default true; a `Backoff` of yours is left as it is. */
  jitter?: boolean | undefined;
  /** Waits as long as `Retry-After` asks on 429 and 503, without jitter, in place of the delay. Default true. */
  respectRetryAfter?: boolean | undefined;
  /**
   * Which requests may be sent again at all, whatever else decides: those of any method; `'repeatable'`, those that do no
   * harm when they arrive twice (GET, HEAD, OPTIONS, PUT and DELETE, and what has an `Idempotency-Key`); or those of the
   * methods of a list, in any case. Default `'all'`. Anything else: it throws when it is made.
   */
  methods?: 'all' | 'repeatable' | readonly HttpMethod[] | undefined;
  /**
   * Which Results are tried again, of those that `methods` lets through; it decides alone. Gets the Result, how many
   * attempts have failed so far, and the call as a middleware sees it. Default: status 500 and above; and of requests
   * that are repeatable, as above, also network errors of what was sent, an attempt's own timeout, 408, 425 and 429.
   * `transient` is that rule as a function. One that throws stops retrying.
   */
  retryOn?: ((result: Result<unknown>, attempt: number, ctx: MiddlewareContext) => boolean) | undefined;
  /**
   * What retries are paid from, such as a `RetryBudget` of `homing/resilience`: each takes from it, and where nothing is
   * left none follows: the Result comes home as it is. Is told of each attempt that was sent and came to a success.
   * Default: none. No object with `take` and `credit`: it throws when it is made. One that throws refuses the retry.
   */
  budget?: Budget | undefined;
  /**
   * What becomes of a call whose `Retry-After` asks for a longer wait than `maxDelay`: `'cap'` waits for `maxDelay`,
   * `'stop'` brings the Result home. Default `'cap'`. Anything else: it throws when it is made.
   */
  beyondRetryAfter?: 'cap' | 'stop' | undefined;
  /**
   * What becomes of a call whose next wait would not end before its deadline: `'wait'` waits until then, and the call
   * comes home with the Result of the last attempt that was sent; `'stop'` brings that home at once. Default `'wait'`.
   * Anything else: it throws when it is made.
   */
  beyondDeadline?: 'wait' | 'stop' | undefined;
  /** Called before each wait. What it throws, or rejects with, is ignored. */
  onRetry?: ((info: RetryInfo) => unknown) | undefined;
}
