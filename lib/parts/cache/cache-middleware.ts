import type { CacheMiddleware, CacheOptions } from './cache-options.js';
import { CachePlugin } from './cache-plugin.js';

/** A middleware that answers repeated calls from memory, with a store of its own. See `CacheOptions`. */
export function cacheMiddleware(options?: CacheOptions): CacheMiddleware {
  const plugin = new CachePlugin(options);
  return Object.assign<CacheMiddleware, object>(
    ((ctx, next) => plugin.handle(ctx, next)) as CacheMiddleware,
    { clear: () => plugin.clear() },
  );
}
