export {
  ConstantBackoff,
  ExponentialBackoff,
  JitteredBackoff,
  LinearBackoff,
} from '../features/backoff/backoff.js';
export type { Backoff } from '../features/backoff/backoff.js';
export { retryAfter } from '../features/backoff/retry-after.js';
