export { cacheMiddleware, CachePlugin } from '../features/cache/cache-plugin.js';
export type { CacheMiddleware, CacheOptions } from '../features/cache/cache-plugin.js';
export type { CacheEntry, CacheStore } from '../features/cache/cache-store.js';
