import type { Middleware } from '../../core/stages/middleware-context.js';
import type { RetryOptions } from './retry-options.js';
import { RetryPlugin } from './retry-plugin.js';

/**
 * A middleware that tries failed calls again. By default it retries any method on status 500 and above: with POST on
 * a service that is not idempotent, put it on the endpoints that may be repeated, or decide in `retryOn`.
 *
 * @param options A number is `max`.
 */
export function retryMiddleware(options?: RetryOptions | number): Middleware {
  const plugin = new RetryPlugin(options);
  return (ctx, next) => plugin.handle(ctx, next);
}
