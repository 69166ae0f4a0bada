import {
  ApiError,
  callLog,
  givenOptions,
  type LogOptions,
  type Middleware,
  type MiddlewareContext,
  type MiddlewareNext,
  type Outcome,
  Plugin,
  type Result,
} from '../../core/internal.js';

/**
 * Writes two lines each time it runs: the request, and its outcome. With the option `write`, passes it one entry instead.
 * For the final outcome of each call, use the client option `log`.
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
    const write = (outcome: Outcome): void => {
      lines?.end(outcome);
      lines?.over(outcome);
    };
    try {
      const result = await next();
      write(result);
      return result;
    } catch (thrown) {
      const { request, requestName: endpoint } = ctx;
      const { path } = request;
      const error = new ApiError({
        kind: 'middleware',
        request,
        endpoint,
        path,
        body: thrown,
        cause: thrown,
      });
      write({ data: null, error, response: null });
      throw thrown;
    }
  }
}

/**
 * Writes the request and its outcome, or passes `write` an entry. Works as a middleware itself, and returns one if it is called with `LogOptions`.
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
