export type { Progress } from '../features/transfer/progress.js';
export { type LimitOptions, withLimit } from '../features/transfer/with-limit.js';
export { type ProgressOptions, withProgress } from '../features/transfer/with-progress.js';
export { xhrFetch } from '../features/transfer/xhr-fetch.js';
