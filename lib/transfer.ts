export { type LimitOptions, withLimit } from './parts/transfer/with-limit.js';
