import {
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  Refusal,
  type Result,
} from '../../core/seats.js';

/**
 * Gives each attempt a deadline of its own, beside that of the call: one that takes longer, to the decoded body, is a
 * `'timeout'`, which a retry outside of it may try again. Time in the queue of a `RateLimitPlugin` doesn't count.
 */
export class AttemptTimeoutPlugin extends Plugin {
  override readonly name: string = 'attemptTimeout';
  readonly #ms: number;

  /**
   * @param ms Milliseconds; fractions round down to at least 1, above 2^31-1 is that.
   * @throws TypeError for what is not above 0.
   */
  constructor(ms: number) {
    super();
    if (!(ms > 0)) throw Refusal.of('AttemptTimeoutPlugin: its time', ms, 'milliseconds above 0');
    this.#ms = ms;
  }

  override handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    ctx.request.attemptTimeout = this.#ms;
    return next();
  }
}
