export { cacheMiddleware, CachePlugin } from './parts/cache/cache-plugin.js';
export type { CacheMiddleware, CacheOptions } from './parts/cache/cache-plugin.js';
export type { CacheEntry, CacheStore } from './parts/cache/cache-store.js';
