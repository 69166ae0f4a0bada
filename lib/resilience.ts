export { NotSentError } from './parts/resilience/not-sent.js';
export type { NotSentReason } from './parts/resilience/not-sent.js';
