export {
  ConstantBackoff,
  ExponentialBackoff,
  JitteredBackoff,
  LinearBackoff,
} from './parts/backoff/backoff.js';
export type { Backoff } from './parts/backoff/backoff.js';
export { retryAfter } from './parts/backoff/retry-after.js';
