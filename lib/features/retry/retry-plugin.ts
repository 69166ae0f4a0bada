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
import { retryAfterMs, serverDecision } from './server-hints.js';

/**
 * Retries failed calls. Every attempt runs all middleware listed after this one. The call's signal or deadline ends a
 * wait immediately. If an open circuit or a limit blocks a later attempt, the call returns the Result of the last
 * attempt that was sent. If the deadline passes in a wait, the error is `'timeout'`, and its `lastAttempt` is that
 * Result. Can be subclassed: override `shouldRetry` or `delay`.
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
    // Used for each attempt and wait, even if an inner middleware replaces the request's signal.
    const { signal } = request;
    /** The Result of the newest attempt that was sent. */
    let answer: Result<unknown> | undefined;
    let { attempts } = request;
    for (let attempt = 1; ; attempt += 1) {
      const result = await next();
      const before = attempts;
      ({ attempts } = request);
      const wasSent = attempts > before;
      this.#noteOutcome(result, request, wasSent);
      // The earlier Result is more informative, and says that a request was sent.
      if (answer && !wasSent && InvalidInputError.holdsBack(result.error?.cause)) return answer;
      if (wasSent) answer = result;
      if (!(await this.#isToRetry(result, attempt, ctx))) return result;
      const delay = readDelay(numberOnly(this.delay(attempt, result)), 0);
      // No attempt follows an abort or deadline.
      if (!signal?.aborted) {
        if (this.#isTooLong(delay, result, ctx) || !(await this.#isPaid(request))) return result;
        this.#announce(attempt, delay, result, ctx);
      }
      request.signal = signal;
      await wait(systemClock, delay, signal);
    }
  }

  /**
   * Returns whether this Result is retried. Called only if `methods` allows the request. Default: `retryOn`, else the
   * response's `x-should-retry`, else the default rule.
   *
   * @param attempt Number of failed attempts so far, from 1.
   * @param ctx The call's context. A subclass that calls the default must pass it on: without it, only status 500 and
   * above is retried, and `retryOn` gets no context.
   */
  protected shouldRetry(result: Result<unknown>, attempt: number, ctx?: MiddlewareContext): boolean {
    const { retryOn } = this.#settings;
    if (!retryOn) return serverDecision(result) ?? isTransient(result, attempt, ctx);
    // A copy: `retryOn` must not change the caller's Result.
    return retryOn({ ...result }, attempt, ctx as MiddlewareContext);
  }

  /**
   * Returns milliseconds until the next attempt: `retry-after-ms`, else `Retry-After` on 429 and 503, else the delay of
   * the backoff.
   */
  protected delay(attempt: number, { error }: Result<unknown>): number {
    const { backoff, maxDelay } = this.#settings;
    const serverDelay = this.#serverDelay(error);
    return serverDelay === undefined ? backoff.delay(attempt) : Math.min(serverDelay, maxDelay);
  }

  /** Milliseconds that the server requests; undefined if it requests none, or if `respectRetryAfter` is off. */
  #serverDelay(error: ApiError | null): number | undefined {
    if (!error || !this.#settings.respectRetryAfter) return undefined;
    const ms = retryAfterMs(error);
    if (ms !== undefined) return ms;
    // With other statuses, `Retry-After` has another meaning: with a 301, it is about the moved page.
    const isAsking = error.status === 429 || error.status === 503;
    return isAsking ? retryAfter(error.headers, systemClock.now()) : undefined;
  }

  /**
   * Records the outcome of an attempt. If it sent nothing, or joined another request, it doesn't count for the budget.
   */
  #noteOutcome({ error }: Result<unknown>, request: MiddlewareRequest, wasSent: boolean): void {
    const { budget } = this.#settings;
    if (error && !wasSent) unsent.add(error);
    if (budget && wasSent && !error && !request.joined) void ignoringErrors(() => budget.credit(request.url));
  }

  /** Whether the wait is too long to start. */
  #isTooLong(delay: number, { error }: Result<unknown>, ctx: MiddlewareContext): boolean {
    const { maxDelay, stopsAtRetryAfter, stopsAtDeadline } = this.#settings;
    if (stopsAtRetryAfter && (this.#serverDelay(error) ?? 0) > maxDelay) return true;
    return stopsAtDeadline && delay >= ctx.remaining();
  }

  /** Takes the cost of a retry. Returns false if the budget is exhausted. */
  async #isPaid({ url }: MiddlewareRequest): Promise<boolean> {
    const { budget } = this.#settings;
    // A `take` that returns a promise is awaited.
    const answer = (): boolean | Promise<boolean> => !budget || budget.take(url);
    return (await ignoringErrors(answer)) ?? false;
  }

  /** Whether `methods` allows a retry of this request. */
  #mayRepeat(request: MiddlewareRequest): boolean {
    const { methods } = this.#settings;
    if (methods === 'all') return true;
    return methods === 'idempotent' ? request.idempotent : methods.includes(request.method.toUpperCase());
  }

  /**
   * Returns a promise only if the rule is async. It is awaited in spite of the types, because the promise itself would
   * count as true.
   */
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

  /** Notifies `onRetry` and observers of the wait. */
  #announce(attempt: number, delay: number, result: Result<unknown>, { request }: MiddlewareContext): void {
    const { max, onRetry } = this.#settings;
    void ignoringErrors(() => onRetry?.({ attempt, max, delay, result: { ...result } }));
    const reason = result.error ? ApiError.reasonOf(result.error) : undefined;
    request.note({ type: 'wait', ms: delay, why: 'retry', reason });
  }
}

/**
 * Creates a middleware that retries failed calls. By default it retries status 500 and above for every method,
 * including POST: if the service might do the work twice, set `methods: 'idempotent'`. Idempotent requests are also
 * retried after network errors, timeouts of an attempt, 408, 425 and 429.
 *
 * @param options A number is `max`.
 */
export function retryMiddleware(options?: RetryOptions | number): Middleware {
  const plugin = new RetryPlugin(options);
  return (ctx, next) => plugin.handle(ctx, next);
}
