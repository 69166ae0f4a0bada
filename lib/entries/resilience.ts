export { AttemptTimeoutPlugin } from '../features/resilience/attempt-timeout-plugin.js';
export { type IdempotencyOptions, IdempotencyPlugin } from '../features/resilience/idempotency-plugin.js';
export { NotSentError, type NotSentReason } from '../features/resilience/not-sent.js';
export {
  fromRateLimiterFlexible,
  type FlexibleLimiter,
  type SharedLimit,
} from '../features/resilience/rate-limit/shared-limit.js';
export {
  type RateLimitOptions,
  RateLimitPlugin,
} from '../features/resilience/rate-limit/rate-limit-plugin.js';
export { RetryBudget, type RetryBudgetOptions } from '../features/resilience/retry-budget.js';
export { isServiceFailure, type Policy, type PolicyContext } from '../features/resilience/policy/policy.js';
export { PolicyPlugin } from '../features/resilience/policy/policy-plugin.js';
export { stack, type StackSlot, type StackSlots } from '../features/resilience/stack.js';
export { hedgedFetch, type HedgeOptions } from '../features/resilience/hedged-fetch.js';
