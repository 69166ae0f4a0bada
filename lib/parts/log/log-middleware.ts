import type { LogOptions, Middleware, MiddlewareContext, MiddlewareNext, Result } from '../../core/seats.js';
import { LogPlugin } from './log-plugin.js';

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
