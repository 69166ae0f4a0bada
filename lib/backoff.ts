export type { Backoff } from './parts/backoff/backoff.js';
export { ConstantBackoff } from './parts/backoff/constant-backoff.js';
export { ExponentialBackoff } from './parts/backoff/exponential-backoff.js';
export { JitteredBackoff } from './parts/backoff/jittered-backoff.js';
export { LinearBackoff } from './parts/backoff/linear-backoff.js';
export { retryAfter } from './parts/backoff/retry-after.js';
