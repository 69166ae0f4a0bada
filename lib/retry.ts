export type { Budget } from './parts/retry/budget.js';
export { NotSentError } from './parts/retry/not-sent-error.js';
export type { NotSentReason } from './parts/retry/not-sent-error.js';
export { retryMiddleware } from './parts/retry/retry-middleware.js';
export type { RetryInfo, RetryOptions } from './parts/retry/retry-options.js';
export { RetryPlugin } from './parts/retry/retry-plugin.js';
export { transient } from './parts/retry/transient.js';
