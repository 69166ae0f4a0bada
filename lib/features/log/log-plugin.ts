import {
  callLog,
  givenOptions,
  type LogOptions,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareNext,
  Plugin,
  describeUserError,
  type Result,
} from '../../core/internal.js';

/**
 * Writes two lines each time it runs: the request, and its outcome. For one pair of lines per call, with the final
 * outcome, use the client option `log`.
 */
export class LogPlugin extends Plugin {
  override readonly name: string = 'log';
  readonly #log: ReturnType<typeof callLog>;

  /** @param options Undefined and null select the default of an option. */
  constructor(options?: LogOptions) {
    super();
    this.#log = callLog(givenOptions(options));
  }

  override async handle(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>> {
    const lines = this.#log?.(ctx);
    try {
      const result = await next();
      lines?.end(result);
      return result;
    } catch (thrown) {
      lines?.answered('ERROR 0', `: a middleware threw ${describeUserError(thrown)}`);
      throw thrown;
    }
  }
}

/**
 * Writes the request and its outcome. Works as a middleware itself, and returns one if it is called with `LogOptions`.
 */
export function logMiddleware(ctx: MiddlewareContext, next: MiddlewareNext): Promise<Result<unknown>>;
export function logMiddleware(options?: LogOptions): Middleware;
export function logMiddleware(
  ctxOrOptions?: MiddlewareContext | LogOptions,
  next?: MiddlewareNext,
): Promise<Result<unknown>> | Middleware {
  if (next) return new LogPlugin().handle(ctxOrOptions as MiddlewareContext, next);
  const plugin = new LogPlugin(ctxOrOptions as LogOptions | undefined);
  return (ctx, inner) => plugin.handle(ctx, inner);
}
