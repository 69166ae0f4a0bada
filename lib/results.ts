export { all, orThrow } from './parts/results/all.js';
export type { AllOptions } from './parts/results/all.js';
export { isApiError, matchError } from './parts/results/match-error.js';
export type { ErrorHandlers } from './parts/results/match-error.js';
export { plain } from './parts/results/plain.js';
export type { ApiErrorJson, PlainResult } from './parts/results/plain.js';
