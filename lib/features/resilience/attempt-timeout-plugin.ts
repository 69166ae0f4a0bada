import {
  type MiddlewareContext,
  type MiddlewareNext,
  type MiddlewareRequest,
  Plugin,
  InvalidInputError,
  type Result,
} from '../../core/internal.js';

/** Those that a plugin has set the time of: a plugin further inside sets its own, and an option stays. */
const setByPlugin = new WeakSet<MiddlewareRequest>();

/**
 * Gives each attempt a deadline of its own, beside that of the call: one that takes longer, to the decoded body, is a
 * `'timeout'`, which a retry outside of it may try again. Time in the queue of a `RateLimitPlugin` doesn't count.
 *
 * The option `attemptTimeout` of a call, an endpoint, a copy or the client wins over the plugin. Of several plugins the
 * innermost counts.
 */
export class AttemptTimeoutPlugin extends Plugin {
  override readonly name: string = 'attemptTimeout';
  readonly #ms: number;

  /**
   * @param ms How long each attempt may take, to the decoded body, in milliseconds. Required. Fractions round down to
   *   at least 1; above 2^31-1 it is that. 0, negative, NaN and no number: it throws when it is made.
   * @throws TypeError for what is no number above 0.
   */
  constructor(ms: number) {
    super();
    if (!(ms > 0))
      throw InvalidInputError.ofOption('AttemptTimeoutPlugin timeout', ms, 'milliseconds above 0');
    this.#ms = ms;
  }

  override handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const { request } = ctx;
    if (request.attemptTimeout === undefined || setByPlugin.has(request)) {
      request.attemptTimeout = this.#ms;
      setByPlugin.add(request);
    }
    return next();
  }
}
