export { cacheStatusOf } from './parts/http-cache/cache-status.js';
export type { CacheStatus } from './parts/http-cache/cache-status.js';
export { HttpCachePlugin, httpCacheMiddleware } from './parts/http-cache/http-cache-plugin.js';
export type { HttpCacheStats, Invalidation } from './parts/http-cache/http-cache-plugin.js';
export type { HandledCall, HttpCacheOptions } from './parts/http-cache/http-cache-options.js';
export type { HttpCacheStore } from './parts/http-cache/http-cache-store.js';
