import {
  givenOptions,
  type HttpMethod,
  type MiddlewareContext,
  ignoringErrors,
  readDelay,
  type Result,
} from '../../core/internal.js';
import { type Backoff, ExponentialBackoff, JitteredBackoff, LinearBackoff } from '../backoff/backoff.js';

/** What a retry, or a hedge, asks before it sends a request again. `RetryBudget` of `homing/resilience` is one. */
export interface Budget {
  /** Takes what one more request to this URL costs; false when there is not enough left. */
  take(url: string): boolean;
  /** Is told the URL of each request that was a success. */
  credit(url: string): void;
}

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
   * How long to wait. A function gets the number of failed attempts and gives milliseconds. Default `'exponential'`. A
   * function that throws, or gives no finite number, such as a promise: exponential for that wait. Negative is 0.
   */
  delay?: 'exponential' | 'linear' | ((attempt: number) => number) | Backoff | undefined;
  /** Milliseconds after the first failure, for the named delays. Default 250. NaN is the default; negative is 0. */
  baseDelay?: number | undefined;
  /**
   * No wait is longer, in milliseconds; not even one that `Retry-After` asks for. Default 30000. NaN is the default;
   * negative is 0; above 2^31-1 it is capped.
   */
  maxDelay?: number | undefined;
  /**
   * Waits a random part of the delay, evenly spread from 0 to all of it; a `Backoff` of yours is left as it is. Default
   * true. Any other value counts as it does in a condition.
   */
  jitter?: boolean | undefined;
  /**
   * Waits as long as `Retry-After` asks on 429 and 503, without jitter, in place of the delay. Default true. A header
   * that can't be read is ignored; a date that has passed is 0.
   */
  respectRetryAfter?: boolean | undefined;
  /**
   * Which requests may be sent again at all, whatever else decides: those of any method; `'idempotent'`, those that do no
   * harm when they arrive twice (GET, HEAD, OPTIONS, PUT and DELETE, and what has an `Idempotency-Key`); or those of the
   * methods of a list, in any case. Default `'all'`. Another value doesn't compile.
   */
  methods?: 'all' | 'idempotent' | readonly HttpMethod[] | undefined;
  /**
   * Which Results are tried again, of those that `methods` lets through; it decides alone. Gets the Result, how many
   * attempts have failed so far, and the call as a middleware sees it. Default: status 500 and above; and of requests
   * that are idempotent, as above, also network errors of what was sent, an attempt's own timeout, 408, 425 and 429.
   * `transient` is that rule as a function. One that throws stops retrying.
   */
  retryOn?: ((result: Result<unknown>, attempt: number, ctx: MiddlewareContext) => boolean) | undefined;
  /**
   * What retries are paid from, such as a `RetryBudget` of `homing/resilience`: each takes from it, and where nothing is
   * left none follows: the Result comes home as it is. Is told of each attempt that was sent and came to a success.
   * Default: none. A `take` that throws refuses the retry; what `credit` throws is ignored.
   */
  budget?: Budget | undefined;
  /**
   * What becomes of a call whose `Retry-After` asks for a longer wait than `maxDelay`: `'cap'` waits for `maxDelay`,
   * `'stop'` brings the Result home. Default `'cap'`. Another value doesn't compile.
   */
  beyondRetryAfter?: 'cap' | 'stop' | undefined;
  /**
   * What happens if the next wait would end after the call's deadline. `'wait'` waits until the deadline, and the call is
   * a `'timeout'` error whose `lastAttempt` is the Result of the last attempt. `'stop'` returns that Result at once.
   * Default `'wait'`. Another value doesn't compile.
   */
  beyondDeadline?: 'wait' | 'stop' | undefined;
  /** Called before each wait, and not waited for. Default: none. What it throws, or rejects with, is ignored. */
  onRetry?: ((info: RetryInfo) => unknown) | undefined;
}

/** What a strategy gave: NaN for what is no number. Nobody waits for a promise: what it rejects with must not end the process. */
export const numberOnly = (given: unknown): number => {
  if (typeof given === 'number') return given;
  void ignoringErrors(() => given);
  return NaN;
};

/** A strategy of the user's, capped; where it throws, or gives no finite number, the fallback says how long to wait. */
const dependable = (inner: Backoff, maxDelay: number, fallback: Backoff): Backoff => ({
  delay(attempt) {
    try {
      const delay = numberOnly(inner.delay(attempt));
      if (Number.isFinite(delay)) return Math.min(Math.max(delay, 0), maxDelay);
    } catch {
      // What it throws must not fail the call.
    }
    return fallback.delay(attempt);
  },
});

/** Only a `Backoff` of the user's own is without jitter: it says itself how its waits are spread. */
const readBackoff = (
  delay: RetryOptions['delay'],
  jitter: boolean,
  limits: { readonly baseDelay: number | undefined; readonly maxDelay: number },
): Backoff => {
  const spread = (backoff: Backoff): Backoff => (jitter ? new JitteredBackoff(backoff) : backoff);
  const { maxDelay } = limits;
  const exponential = new ExponentialBackoff(limits);
  if (typeof delay === 'object') return dependable(delay, maxDelay, spread(exponential));
  if (typeof delay === 'function') return spread(dependable({ delay }, maxDelay, exponential));
  return spread(delay === 'linear' ? new LinearBackoff(limits) : exponential);
};

/** `RetryOptions` as a retry goes by them: what has a default is there, and can be used as it is. */
export type RetrySettings = ReturnType<typeof readRetryOptions>;

/** @param options A number is `max`. */
export function readRetryOptions(options: RetryOptions | number) {
  const {
    max = 3,
    delay,
    baseDelay,
    maxDelay: longest,
    jitter = true,
    respectRetryAfter = true,
    methods = 'all',
    budget,
    beyondRetryAfter,
    beyondDeadline,
    retryOn,
    onRetry,
  } = givenOptions(typeof options === 'number' ? { max: options } : options);
  const maxDelay = readDelay(longest, 30_000);
  return {
    max: max > 0 ? Math.floor(max) : 0,
    backoff: readBackoff(delay, jitter, { baseDelay, maxDelay }),
    maxDelay,
    respectRetryAfter,
    methods: typeof methods === 'string' ? methods : methods.map((method) => method.toUpperCase()),
    budget,
    stopsAtRetryAfter: beyondRetryAfter === 'stop',
    stopsAtDeadline: beyondDeadline === 'stop',
    retryOn,
    onRetry,
  };
}
