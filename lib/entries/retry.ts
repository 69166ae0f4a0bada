export type { Budget, RetryInfo, RetryOptions } from '../features/retry/retry-options.js';
export { NotSentError, transient } from '../features/retry/transient.js';
export type { NotSentReason } from '../features/retry/transient.js';
export { retryMiddleware, RetryPlugin } from '../features/retry/retry-plugin.js';
export { vetoed, vetoRetry } from '../features/retry/veto.js';
