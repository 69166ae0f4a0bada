import type { Middleware } from '../../core/seats.js';
import type { RetryOptions } from './retry-options.js';
import { RetryPlugin } from './retry-plugin.js';

/**
 * A middleware that tries failed calls again. By default any method on status 500 and above, POST too: on a service
 * that does the work twice, say `methods: 'repeatable'`. What may be repeated is also tried again after lost answers,
 * timeouts of an attempt, 408, 425 and 429.
 *
 * @param options A number is `max`.
 */
export function retryMiddleware(options?: RetryOptions | number): Middleware {
  const plugin = new RetryPlugin(options);
  return (ctx, next) => plugin.handle(ctx, next);
}
