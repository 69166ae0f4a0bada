import {
  givenOptions,
  type HttpMethod,
  type MiddlewareContext,
  ignoringErrors,
  readDelay,
  type Result,
} from '../../core/internal.js';
import { type Backoff, ExponentialBackoff, JitteredBackoff, LinearBackoff } from '../backoff/backoff.js';

/**
 * Limits how often retries, or hedges, can send a request again. `RetryBudget` from `homing/resilience` implements it.
 */
export interface Budget {
  /** Takes the cost of one more request to this URL. Returns false if the budget is exhausted. */
  take(url: string): boolean;
  /** Called with the URL of each successful request. */
  credit(url: string): void;
}

/** The argument of `onRetry`. */
export interface RetryInfo {
  /** Number of failed attempts so far, from 1. */
  readonly attempt: number;
  /** Maximum number of retries. */
  readonly max: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  /** The Result of the failed attempt. */
  readonly result: Result<unknown>;
}

/** Options of `RetryPlugin` and `retryMiddleware`. */
export interface RetryOptions {
  /** Maximum number of retries after the first attempt. Default: 3. Fractions round down; negative and NaN are 0. */
  max?: number | undefined;
  /**
   * How long to wait. A function receives the number of failed attempts and returns milliseconds. Default:
   * `'exponential'`. If it throws or doesn't return a finite number (a promise, for example), that wait is exponential.
   * Negative is 0.
   */
  delay?: 'exponential' | 'linear' | ((attempt: number) => number) | Backoff | undefined;
  /** Milliseconds after the first failure, for the named delays. Default: 250, also for NaN; negative is 0. */
  baseDelay?: number | undefined;
  /**
   * Milliseconds of the longest wait, which also limits `Retry-After`. Default: 30000, also for NaN; negative is 0; the
   * maximum is 2^31-1.
   */
  maxDelay?: number | undefined;
  /**
   * Waits a random part of the delay, uniformly distributed from 0 to the delay. Doesn't apply to your own `Backoff`.
   * Default: true. Any other value counts by its truthiness.
   */
  jitter?: boolean | undefined;
  /**
   * Uses `retry-after-ms`, or else `Retry-After` on 429 and 503, as the delay, without jitter. Default: true. An invalid
   * header is ignored; a past date is 0.
   */
  respectRetryAfter?: boolean | undefined;
  /**
   * Which requests can be retried at all: `'all'`; `'idempotent'` (GET, HEAD, OPTIONS, QUERY, PUT, DELETE, and requests
   * with an `Idempotency-Key`); or an array of methods, ignoring case. Checked before any other rule. Default: `'all'`.
   * Another value doesn't compile.
   */
  methods?: 'all' | 'idempotent' | readonly HttpMethod[] | undefined;
  /**
   * Decides alone which Results are retried, if `methods` allows the request. Receives the Result, the number of failed
   * attempts, and the call's context. Default: the response's `x-should-retry`, else `isTransient`, which retries status 500 and above; and, for idempotent
   * requests, network errors of requests that were sent, timeouts of a single attempt, 408, 425 and 429. If it throws,
   * retrying stops.
   */
  retryOn?: ((result: Result<unknown>, attempt: number, ctx: MiddlewareContext) => boolean) | undefined;
  /**
   * Limits retries, such as a `RetryBudget` from `homing/resilience`: each retry takes from it, and if it is exhausted,
   * the call returns the last Result. Each sent attempt that succeeds adds to it. Default: none. If `take` throws, the
   * call isn't retried; errors of `credit` are ignored.
   */
  budget?: Budget | undefined;
  /**
   * What happens if `Retry-After` is longer than `maxDelay`. `'cap'` waits `maxDelay`; `'stop'` returns the Result
   * immediately. Default: `'cap'`. Another value doesn't compile.
   */
  beyondRetryAfter?: 'cap' | 'stop' | undefined;
  /**
   * What happens if the next wait would end after the call's deadline. `'wait'` waits until the deadline, and the call
   * returns a `'timeout'` error whose `lastAttempt` is the Result of the last attempt. `'stop'` returns that Result
   * immediately. Default: `'wait'`. Another value doesn't compile.
   */
  beyondDeadline?: 'wait' | 'stop' | undefined;
  /** Called before each wait, and not awaited. Default: none. If it throws or rejects, the error is ignored. */
  onRetry?: ((info: RetryInfo) => unknown) | undefined;
}

/**
 * Returns the delay of a strategy; NaN if it isn't a number. A promise is discarded: an unhandled rejection would end
 * the process.
 */
export const numberOnly = (given: unknown): number => {
  if (typeof given === 'number') return given;
  void ignoringErrors(() => given);
  return NaN;
};

/** Wraps a user's strategy: caps its delay, and uses the fallback if it throws or doesn't return a finite number. */
const dependable = (inner: Backoff, maxDelay: number, fallback: Backoff): Backoff => ({
  delay(attempt) {
    try {
      const delay = numberOnly(inner.delay(attempt));
      if (Number.isFinite(delay)) return Math.min(Math.max(delay, 0), maxDelay);
    } catch {
      // An error of the strategy must not fail the call.
    }
    return fallback.delay(attempt);
  },
});

/** A user's `Backoff` gets no jitter, because it defines its own distribution. */
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

/** `RetryOptions` with defaults, in a form that can be used directly. */
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
