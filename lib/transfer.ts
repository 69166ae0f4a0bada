export type { Progress } from './parts/transfer/progress.js';
export { type LimitOptions, withLimit } from './parts/transfer/with-limit.js';
export { type ProgressOptions, withProgress } from './parts/transfer/with-progress.js';
export { xhrFetch } from './parts/transfer/xhr-fetch.js';
