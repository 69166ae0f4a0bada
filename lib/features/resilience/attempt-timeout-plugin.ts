import {
  type MiddlewareContext,
  type MiddlewareNext,
  type MiddlewareRequest,
  Plugin,
  InvalidInputError,
  type Result,
} from '../../core/internal.js';

/** Requests whose timeout a plugin set. An inner plugin overrides it; a timeout from an option stays. */
const setByPlugin = new WeakSet<MiddlewareRequest>();

/**
 * Sets a timeout for each attempt, in addition to the call's timeout. An attempt that takes longer, until its body is
 * decoded, returns a `'timeout'` error, which an outer retry can repeat. Waiting in the queue of a `RateLimitPlugin`
 * doesn't count.
 *
 * The option `attemptTimeout` of a call, an endpoint, a derived client or the client overrides the plugin. If there are
 * several plugins, the innermost applies.
 */
export class AttemptTimeoutPlugin extends Plugin {
  override readonly name: string = 'attemptTimeout';
  readonly #ms: number;

  /**
   * Creates the plugin.
   *
   * @param ms Timeout of each attempt in milliseconds, until its body is decoded. Required. Fractions round down to at
   * least 1. Above 2^31-1: 2^31-1.
   * @throws TypeError for 0, a negative number, NaN or another type.
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
