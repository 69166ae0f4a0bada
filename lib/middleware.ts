export type { Backoff } from './parts/backoff/backoff.js';
export { cacheMiddleware, CachePlugin } from './parts/cache/cache-plugin.js';
export type { CacheMiddleware, CacheOptions } from './parts/cache/cache-plugin.js';
export { logMiddleware, LogPlugin } from './parts/log/log-plugin.js';
export type { LogOptions } from './core/call/log.js';
export { Plugin } from './core/call/plugin.js';
export { retryMiddleware, RetryPlugin } from './parts/retry/retry-plugin.js';
export type { Budget, RetryInfo, RetryOptions } from './parts/retry/retry-options.js';
