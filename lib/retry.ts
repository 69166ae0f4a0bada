export type { Budget, RetryInfo, RetryOptions } from './parts/retry/retry-options.js';
export { NotSentError, transient } from './parts/retry/transient.js';
export type { NotSentReason } from './parts/retry/transient.js';
export { retryMiddleware, RetryPlugin } from './parts/retry/retry-plugin.js';
export { vetoed, vetoRetry } from './parts/retry/veto.js';
