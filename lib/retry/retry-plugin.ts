import { type Backoff, BACKOFF_DEFAULTS, readDelay } from '../backoff/backoff.js';
import { CappedBackoff } from '../backoff/capped-backoff.js';
import { ExponentialBackoff } from '../backoff/exponential-backoff.js';
import { JitteredBackoff } from '../backoff/jittered-backoff.js';
import { LinearBackoff } from '../backoff/linear-backoff.js';
import { retryAfter } from '../backoff/retry-after.js';
import type { MiddlewareContext, MiddlewareNext } from '../pipeline/middleware.js';
import { Plugin } from '../pipeline/plugin.js';
import { ownDefined } from '../platform/own-defined.js';
import { systemClock } from '../platform/system-clock.js';
import { wait } from '../platform/wait.js';
import type { Result } from '../result/result.js';
import type { RetryInfo, RetryOptions } from './retry-options.js';

/** The defaults of `RetryOptions` that are values. */
export const RETRY_DEFAULTS: {
  readonly max: number;
  readonly jitter: boolean;
  readonly respectRetryAfter: boolean;
} = Object.freeze({
  max: 3,
  jitter: true,
  respectRetryAfter: true,
});

const isBackoff = (delay: unknown): delay is Backoff =>
  typeof delay === 'object' && typeof (delay as Backoff | null)?.delay === 'function';

/** The strategy that the options describe, without a fallback for a function that fails. */
const strategyOf = (
  { delay, jitter = RETRY_DEFAULTS.jitter, ...options }: RetryOptions,
  maxDelay: number,
): Backoff => {
  if (isBackoff(delay)) return new CappedBackoff(delay, maxDelay);
  const named = delay === 'linear' ? new LinearBackoff(options) : new ExponentialBackoff(options);
  // Capped first: a part of the cap is drawn at random too.
  const capped = new CappedBackoff(typeof delay === 'function' ? { delay } : named, maxDelay);
  return jitter ? new JitteredBackoff(capped) : capped;
};

/**
 * Tries a failed call again. Every attempt runs all middleware that stands after this one; a wait ends at once with
 * the call's signal or deadline. Made to be subclassed: override `shouldRetry` or `delay`.
 */
export class RetryPlugin extends Plugin {
  override readonly name: string = 'retry';
  readonly #options: RetryOptions;
  readonly #max: number;
  readonly #maxDelay: number;
  readonly #backoff: Backoff;
  readonly #fallback: Backoff;

  /** @param options A number is `max`. */
  constructor(options: RetryOptions | number = {}) {
    super();
    const given: RetryOptions = ownDefined(typeof options === 'number' ? { max: options } : options);
    const { max = RETRY_DEFAULTS.max } = given;
    this.#options = given;
    this.#max = max > 0 ? Math.floor(max) : 0;
    this.#maxDelay = readDelay(given.maxDelay, BACKOFF_DEFAULTS.maxDelay);
    this.#backoff = strategyOf(given, this.#maxDelay);
    this.#fallback = strategyOf({ ...given, delay: 'exponential' }, this.#maxDelay);
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    // Not what an inner middleware may leave there: each attempt starts, and each wait ends, with this one.
    const { signal } = ctx.request;
    for (let attempt = 1; ; attempt += 1) {
      const result = await next();
      if (attempt > this.#max || !this.#wanted(result, attempt)) return result;
      ctx.request.signal = signal;
      const delay = readDelay(this.delay(attempt, result), 0);
      // After an abort or deadline no attempt follows.
      if (!signal?.aborted) void this.#announce({ attempt, max: this.#max, delay, result });
      await wait(systemClock, delay, signal);
    }
  }

  /** Whether this Result is tried again. Default: what `retryOn` says, else status 500 and above. */
  protected shouldRetry(result: Result<unknown>, attempt: number): boolean {
    const { retryOn } = this.#options;
    return retryOn ? retryOn(result, attempt) : (result.error?.status ?? 0) >= 500;
  }

  /** Milliseconds until the next attempt: what `Retry-After` asks for, else what the backoff says. */
  protected delay(attempt: number, result: Result<unknown>): number {
    const { respectRetryAfter = RETRY_DEFAULTS.respectRetryAfter } = this.#options;
    try {
      const asked =
        respectRetryAfter && result.error ? retryAfter(result.error.headers, systemClock.now()) : undefined;
      const delay = asked === undefined ? this.#backoff.delay(attempt) : Math.min(asked, this.#maxDelay);
      if (Number.isFinite(delay)) return delay;
    } catch {
      // A function of the user's that fails, or an error that a middleware built by half, must not fail the call.
    }
    return this.#fallback.delay(attempt);
  }

  #wanted(result: Result<unknown>, attempt: number): boolean {
    try {
      return this.shouldRetry(result, attempt);
    } catch {
      return false;
    }
  }

  async #announce(info: RetryInfo): Promise<void> {
    try {
      await this.#options.onRetry?.(info);
    } catch {
      // It only listens.
    }
  }
}
