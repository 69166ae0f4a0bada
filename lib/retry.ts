export { retryMiddleware } from './parts/retry/retry-middleware.js';
export type { RetryInfo, RetryOptions } from './parts/retry/retry-options.js';
export { RetryPlugin } from './parts/retry/retry-plugin.js';
