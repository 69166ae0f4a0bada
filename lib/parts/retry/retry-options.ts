import type { Backoff } from '../../backoff.js';
import type { Result } from '../../core/result/result.js';
import type { HttpMethod } from '../../core/settings/request-config.js';
import type { MiddlewareContext } from '../../core/stages/middleware-context.js';

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
   * One that throws stops retrying.
   */
  retryOn?: ((result: Result<unknown>, attempt: number, ctx: MiddlewareContext) => boolean) | undefined;
  /** Called before each wait. What it throws, or rejects with, is ignored. */
  onRetry?: ((info: RetryInfo) => unknown) | undefined;
}
