import {
  ApiError,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareNext,
  type MiddlewareRequest,
  Plugin,
  ignoringErrors,
  readDelay,
  InvalidInputError,
  type Result,
  systemClock,
  wait,
} from '../../core/internal.js';
import { retryAfter } from '../backoff/retry-after.js';
import { numberOnly, readRetryOptions, type RetryOptions, type RetrySettings } from './retry-options.js';
import { isTransient, unsent } from './transient.js';
import { retryDecision } from './retry-decision.js';

/**
 * Tries a failed call again. Every attempt runs all middleware that stands after this one; a wait ends at once with
 * the call's signal or deadline. If an open circuit or a limit blocks a later attempt, the Result is that of the last
 * attempt that was sent. If the deadline passes in a wait, the error is `'timeout'`, and its `lastAttempt` is that
 * Result. Made to be subclassed: override `shouldRetry` or `delay`.
 */
export class RetryPlugin extends Plugin {
  override readonly name: string = 'retry';
  readonly #settings: RetrySettings;

  /** @param options A number is `max`. */
  constructor(options: RetryOptions | number = {}) {
    super();
    this.#settings = readRetryOptions(options);
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const { request } = ctx;
    // Each attempt starts, and each wait ends, with this one, whatever an inner middleware leaves there.
    const { signal } = request;
    /** The Result of the newest attempt that was sent. */
    let answer: Result<unknown> | undefined;
    let { attempts } = request;
    for (let attempt = 1; ; attempt += 1) {
      const result = await next();
      const wasSent = request.attempts > attempts;
      attempts = request.attempts;
      this.#noteOutcome(result, request, wasSent);
      // What came of the one before says more, and that it was sent.
      if (answer && !wasSent && InvalidInputError.holdsBack(result.error?.cause)) return answer;
      if (wasSent) answer = result;
      if (!(await this.#isToRetry(result, attempt, ctx))) return result;
      const delay = readDelay(numberOnly(this.delay(attempt, result)), 0);
      // After an abort or deadline no attempt follows.
      if (!signal?.aborted) {
        if (this.#isTooLong(delay, result, ctx) || !(await this.#isPaid(request))) return result;
        this.#announce(attempt, delay, result, ctx);
      }
      request.signal = signal;
      await wait(systemClock, delay, signal);
    }
  }

  /**
   * Whether this Result is tried again, of a request that `methods` lets through. Default: what `retryOn` says, else
   * what its default is.
   *
   * @param attempt How many attempts have failed so far, from 1.
   * @param ctx The call, as a middleware sees it. A subclass that asks the default hands it on: without it only a status
   *   of 500 and above is tried again, and `retryOn` gets none.
   */
  protected shouldRetry(result: Result<unknown>, attempt: number, ctx?: MiddlewareContext): boolean {
    const { retryOn } = this.#settings;
    if (!retryOn) return isTransient(result, attempt, ctx);
    // A copy: whoever is asked what is to become of a Result doesn't change what the caller gets.
    return retryOn({ ...result }, attempt, ctx as MiddlewareContext);
  }

  /** Milliseconds until the next attempt: what `Retry-After` asks for on 429 and 503, else what the backoff says. */
  protected delay(attempt: number, { error }: Result<unknown>): number {
    const { backoff, maxDelay } = this.#settings;
    const askedFor = this.#askedFor(error);
    return askedFor === undefined ? backoff.delay(attempt) : Math.min(askedFor, maxDelay);
  }

  /** Milliseconds that the server wants to be left alone; undefined where it doesn't say, or nobody heeds it. */
  #askedFor(error: ApiError | null): number | undefined {
    // With any other status it is about something else: with a 301, about the page that has moved.
    const isAsking = this.#settings.respectRetryAfter && (error?.status === 429 || error?.status === 503);
    return isAsking ? retryAfter(error.headers, systemClock.now()) : undefined;
  }

  /** Notes what came of an attempt. One that sent nothing, or joined another's request, says nothing of the service. */
  #noteOutcome({ error }: Result<unknown>, { joined, url }: MiddlewareRequest, wasSent: boolean): void {
    const { budget } = this.#settings;
    if (error && !wasSent) unsent.add(error);
    if (budget && wasSent && !joined && !error) void ignoringErrors(() => budget.credit(url));
  }

  /** Whether the wait is one that the call is not to begin. */
  #isTooLong(delay: number, { error }: Result<unknown>, ctx: MiddlewareContext): boolean {
    const { maxDelay, stopsAtRetryAfter, stopsAtDeadline } = this.#settings;
    if (stopsAtRetryAfter && (this.#askedFor(error) ?? 0) > maxDelay) return true;
    return stopsAtDeadline && delay >= ctx.remaining();
  }

  /** Takes what a retry costs; false where there is not enough left. */
  async #isPaid({ url }: MiddlewareRequest): Promise<boolean> {
    const { budget } = this.#settings;
    // One that is async is waited for, as a rule that is.
    const answer = (): boolean | Promise<boolean> => !budget || budget.take(url);
    return (await ignoringErrors(answer)) ?? false;
  }

  /** Whether such a request may be sent again at all. */
  #mayRepeat({ method, idempotent }: MiddlewareRequest): boolean {
    const { methods } = this.#settings;
    if (methods === 'all') return true;
    return methods === 'idempotent' ? idempotent : methods.includes(method.toUpperCase());
  }

  /** A promise only where a rule is async: it is waited for, whatever the types say, as the promise itself would be a yes. */
  #isToRetry(
    result: Result<unknown>,
    attempt: number,
    ctx: MiddlewareContext,
  ): boolean | Promise<boolean | undefined> {
    const { error } = result;
    if (attempt > this.#settings.max || (error && InvalidInputError.is(error.cause))) return false;
    try {
      if (!this.#mayRepeat(ctx.request)) return false;
      const isWanted: unknown = retryDecision(ctx, result) ?? this.shouldRetry(result, attempt, ctx);
      return typeof isWanted === 'boolean' ? isWanted : ignoringErrors(() => isWanted as Promise<boolean>);
    } catch {
      return false;
    }
  }

  /** Tells `onRetry`, and those who watch the call, of the wait that begins. */
  #announce(attempt: number, delay: number, result: Result<unknown>, { request }: MiddlewareContext): void {
    const { max, onRetry } = this.#settings;
    void ignoringErrors(() => onRetry?.({ attempt, max, delay, result: { ...result } }));
    const reason = result.error ? ApiError.reasonOf(result.error) : undefined;
    request.note({ type: 'wait', ms: delay, why: 'retry', reason });
  }
}

/**
 * A middleware that tries failed calls again. By default any method on status 500 and above, POST too: on a service
 * that does the work twice, say `methods: 'idempotent'`. What may be repeated is also tried again after lost answers,
 * timeouts of an attempt, 408, 425 and 429.
 *
 * @param options A number is `max`.
 */
export function retryMiddleware(options?: RetryOptions | number): Middleware {
  const plugin = new RetryPlugin(options);
  return (ctx, next) => plugin.handle(ctx, next);
}
