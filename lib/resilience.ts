export { AttemptTimeoutPlugin } from './parts/resilience/attempt-timeout-plugin.js';
export { type IdempotencyOptions, IdempotencyPlugin } from './parts/resilience/idempotency-plugin.js';
export { NotSentError, type NotSentReason } from './parts/resilience/not-sent.js';
export {
  flexible,
  type FlexibleLimiter,
  type SharedLimit,
} from './parts/resilience/rate-limit/shared-limit.js';
export { type RateLimitOptions, RateLimitPlugin } from './parts/resilience/rate-limit/rate-limit-plugin.js';
export { RetryBudget, type RetryBudgetOptions } from './parts/resilience/retry-budget.js';
export { failed, type Policy, type PolicyContext } from './parts/resilience/policy/policy.js';
export { PolicyPlugin } from './parts/resilience/policy/policy-plugin.js';
export { stack, type StackSlot, type StackSlots } from './parts/resilience/stack.js';
export { hedgedFetch, type HedgeOptions } from './parts/resilience/hedged-fetch.js';
