import { type Backoff, ExponentialBackoff, LinearBackoff, retryAfter } from '../../backoff.js';
import type { MiddlewareContext, MiddlewareNext } from '../../core/stages/middleware-context.js';
import { Plugin } from '../../core/stages/plugin.js';
import { isAborted } from '../../core/platform/foreign-signal.js';
import { ownDefined } from '../../core/platform/own-properties.js';
import { quietly } from '../../core/platform/quietly.js';
import { readDelay, systemClock } from '../../core/platform/clock.js';
import { wait } from '../../core/platform/wait.js';
import type { Result } from '../../core/result/result.js';
import type { RetryOptions } from './retry-options.js';

/** The defaults of `RetryOptions` that are values. */
export const RETRY_DEFAULTS: {
  readonly max: number;
  readonly maxDelay: number;
  readonly jitter: boolean;
  readonly respectRetryAfter: boolean;
} = {
  max: 3,
  maxDelay: 30_000,
  jitter: true,
  respectRetryAfter: true,
};

/** As they were given, with what is needed at each failure made whole. */
interface Settings extends RetryOptions {
  readonly max: number;
  maxDelay: number;
  readonly jitter: boolean;
  readonly respectRetryAfter: boolean;
}

const isBackoff = (delay: unknown): delay is Backoff =>
  typeof delay === 'object' && typeof (delay as Backoff | null)?.delay === 'function';

/**
 * Tries a failed call again. Every attempt runs all middleware that stands after this one; a wait ends at once with
 * the call's signal or deadline. Made to be subclassed: override `shouldRetry` or `delay`.
 */
export class RetryPlugin extends Plugin {
  override readonly name: string = 'retry';
  readonly #settings: Settings;
  readonly #backoff: Backoff;

  /** @param options A number is `max`. */
  constructor(options: RetryOptions | number = {}) {
    super();
    const given = ownDefined(typeof options === 'number' ? { max: options } : options);
    const settings = Object.assign(ownDefined(RETRY_DEFAULTS), given) as Settings;
    const { delay } = settings;
    settings.maxDelay = readDelay(settings.maxDelay, RETRY_DEFAULTS.maxDelay);
    this.#settings = settings;
    if (isBackoff(delay)) this.#backoff = delay;
    else if (typeof delay === 'function') this.#backoff = { delay };
    else this.#backoff = new (delay === 'linear' ? LinearBackoff : ExponentialBackoff)(settings);
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const { max } = this.#settings;
    // Not what an inner middleware may leave there: each attempt starts, and each wait ends, with this one.
    const { signal } = ctx.request;
    for (let attempt = 1; ; attempt += 1) {
      const result = await next();
      try {
        // Turned round for a max of NaN, which allows none.
        // An async rule is waited for, whatever the types say: a promise by itself would be a yes.
        if (!(attempt <= max && (await (this.shouldRetry(result, attempt) as boolean | Promise<boolean>))))
          return result;
      } catch {
        return result;
      }
      ctx.request.signal = signal;
      const delay = readDelay(this.delay(attempt, result), 0);
      // After an abort or deadline no attempt follows.
      if (!isAborted(signal)) {
        const info = { attempt, max: Math.floor(max), delay, result: { ...result } };
        void quietly(() => this.#settings.onRetry?.(info));
      }
      await wait(systemClock, delay, signal);
    }
  }

  /** Whether this Result is tried again. Default: what `retryOn` says, else status 500 and above. */
  protected shouldRetry(result: Result<unknown>, attempt: number): boolean {
    const { retryOn } = this.#settings;
    // A copy: whoever is asked what is to become of a Result doesn't change what the caller gets.
    return retryOn ? retryOn({ ...result }, attempt) : (result.error?.status ?? 0) >= 500;
  }

  /** Milliseconds until the next attempt: what `Retry-After` asks for, else what the backoff says. */
  protected delay(attempt: number, result: Result<unknown>): number {
    const { error } = result;
    const { delay, jitter, maxDelay, respectRetryAfter } = this.#settings;
    // Of the capped delay: a part of the cap is drawn at random too.
    const part = jitter ? Math.random() : 1;
    try {
      const asked = respectRetryAfter && error ? retryAfter(error.headers, systemClock.now()) : undefined;
      if (asked !== undefined) return Math.min(asked, maxDelay);
      const wanted = this.#backoff.delay(attempt);
      if (Number.isFinite(wanted))
        return Math.min(Math.max(wanted, 0), maxDelay) * (this.#backoff === delay ? 1 : part);
    } catch {
      // A function of the user's that fails, or an error that a middleware built by half, must not fail the call.
    }
    return new ExponentialBackoff(this.#settings).delay(attempt) * part;
  }
}
