export type { Backoff } from '../features/backoff/backoff.js';
export { cacheMiddleware, CachePlugin } from '../features/cache/cache-plugin.js';
export type { CacheMiddleware, CacheOptions } from '../features/cache/cache-plugin.js';
export { logMiddleware, LogPlugin } from '../features/log/log-plugin.js';
export type { LogEntry, LogOptions } from '../core/call/log.js';
export { Plugin } from '../core/call/plugin.js';
export { retryMiddleware, RetryPlugin } from '../features/retry/retry-plugin.js';
export type { Budget, RetryInfo, RetryOptions } from '../features/retry/retry-options.js';
