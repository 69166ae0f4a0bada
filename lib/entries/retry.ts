export type { Budget, RetryInfo, RetryOptions } from '../features/retry/retry-options.js';
export { NotSentError, isTransient } from '../features/retry/transient.js';
export type { NotSentReason } from '../features/retry/transient.js';
export { retryMiddleware, RetryPlugin } from '../features/retry/retry-plugin.js';
export { retryDecision, decideRetry } from '../features/retry/retry-decision.js';
