import { givenOptions, hasMethods, isObject, readDelay, Refusal } from '../../core/seats.js';
import { type Backoff, ExponentialBackoff, JitteredBackoff, LinearBackoff } from '../../backoff.js';
import type { Budget } from './budget.js';
import { DependableBackoff } from './dependable-backoff.js';
import { readMethods } from './retry-methods.js';
import type { RetryOptions } from './retry-options.js';

/** The defaults of `RetryOptions` that are values. */
export const RETRY_DEFAULTS: {
  readonly max: number;
  readonly maxDelay: number;
  readonly jitter: boolean;
  readonly respectRetryAfter: boolean;
  readonly methods: 'all';
  readonly beyondRetryAfter: 'cap';
  readonly beyondDeadline: 'wait';
} = {
  max: 3,
  maxDelay: 30_000,
  jitter: true,
  respectRetryAfter: true,
  methods: 'all',
  beyondRetryAfter: 'cap',
  beyondDeadline: 'wait',
};

/** `RetryOptions` as a retry goes by them: what has a default is there, and can be used as it is. */
export interface RetrySettings {
  /** A whole number, or Infinity. */
  readonly max: number;
  /** What a retry waits by where no `Retry-After` counts; never fails, and never gives more than `maxDelay`. */
  readonly backoff: Backoff;
  /** Milliseconds. */
  readonly maxDelay: number;
  readonly respectRetryAfter: boolean;
  /** Whether a request may be sent again at all. */
  readonly mayRepeat: ReturnType<typeof readMethods>;
  readonly budget: Budget | undefined;
  /** Whether a `Retry-After` above `maxDelay` ends the call. */
  readonly stopsAtRetryAfter: boolean;
  /** Whether a wait that the deadline would end is not begun. */
  readonly stopsAtDeadline: boolean;
  readonly retryOn: RetryOptions['retryOn'];
  readonly onRetry: RetryOptions['onRetry'];
}

const isBackoff = (delay: unknown): delay is Backoff =>
  typeof delay === 'object' && typeof (delay as Backoff | null)?.delay === 'function';

/** Only a `Backoff` of the user's own is without jitter: it says itself how its waits are spread. */
const readBackoff = (
  delay: RetryOptions['delay'],
  jitter: boolean,
  limits: { readonly baseDelay: number | undefined; readonly maxDelay: number },
): Backoff => {
  const spread = (backoff: Backoff): Backoff => (jitter ? new JitteredBackoff(backoff) : backoff);
  const { maxDelay } = limits;
  const exponential = new ExponentialBackoff(limits);
  if (isBackoff(delay)) return new DependableBackoff(delay, maxDelay, spread(exponential));
  if (typeof delay === 'function') return spread(new DependableBackoff({ delay }, maxDelay, exponential));
  return spread(delay === 'linear' ? new LinearBackoff(limits) : exponential);
};

const readBudget = (budget: Budget | undefined): Budget | undefined => {
  if (budget === undefined || (isObject(budget) && hasMethods(budget, 'take', 'credit'))) return budget;
  throw Refusal.of('budget', budget, 'an object with take and credit, such as a RetryBudget');
};

const isStop = <T extends string>(name: string, given: T | 'stop', other: T): boolean => {
  if (given !== 'stop' && given !== other) throw Refusal.of(name, given, `'${other}' or 'stop'`);
  return given === 'stop';
};

/**
 * Reads what a retry is made with.
 *
 * @param options A number is `max`.
 */
export function readRetryOptions(options: RetryOptions | number): RetrySettings {
  const {
    max = RETRY_DEFAULTS.max,
    delay,
    baseDelay,
    maxDelay: longest,
    jitter = RETRY_DEFAULTS.jitter,
    respectRetryAfter = RETRY_DEFAULTS.respectRetryAfter,
    methods = RETRY_DEFAULTS.methods,
    budget,
    beyondRetryAfter = RETRY_DEFAULTS.beyondRetryAfter,
    beyondDeadline = RETRY_DEFAULTS.beyondDeadline,
    retryOn,
    onRetry,
  } = givenOptions(typeof options === 'number' ? { max: options } : options);
  const maxDelay = readDelay(longest, RETRY_DEFAULTS.maxDelay);
  return {
    max: max > 0 ? Math.floor(max) : 0,
    backoff: readBackoff(delay, jitter, { baseDelay, maxDelay }),
    maxDelay,
    respectRetryAfter,
    mayRepeat: readMethods(methods),
    budget: readBudget(budget),
    stopsAtRetryAfter: isStop('beyondRetryAfter', beyondRetryAfter, RETRY_DEFAULTS.beyondRetryAfter),
    stopsAtDeadline: isStop('beyondDeadline', beyondDeadline, RETRY_DEFAULTS.beyondDeadline),
    retryOn,
    onRetry,
  };
}
