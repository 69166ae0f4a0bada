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
 * Writes two lines for each run of what stands inside of it: the request, and how it came out. For one pair a call,
 * with its final outcome, use a client's `log`.
 */
export class LogPlugin extends Plugin {
  override readonly name: string = 'log';
  readonly #log: ReturnType<typeof callLog>;

  /** @param options One that is undefined or null has its default. */
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

/** Writes the request and how it came out: as it is a middleware, called with `LogOptions` it gives one. */
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
