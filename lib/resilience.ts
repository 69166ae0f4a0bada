export type { IdempotencyOptions } from './parts/resilience/idempotency-options.js';
export { IdempotencyPlugin } from './parts/resilience/idempotency-plugin.js';
export { NotSentError } from './parts/resilience/not-sent.js';
export type { NotSentReason } from './parts/resilience/not-sent.js';
export { RetryBudget } from './parts/resilience/retry-budget.js';
export type { RetryBudgetOptions } from './parts/resilience/retry-budget-options.js';
export { failed } from './parts/resilience/policy/failed.js';
export type { Policy, PolicyContext } from './parts/resilience/policy/policy.js';
export { PolicyPlugin } from './parts/resilience/policy/policy-plugin.js';
