export { allResults, orThrow } from '../features/results/all.js';
export type { AllResultsOptions } from '../features/results/all.js';
export { isApiError, matchError } from '../features/results/match-error.js';
export type { ErrorHandlers } from '../features/results/match-error.js';
export { toPlainResult } from '../features/results/plain.js';
export type { ApiErrorJson, PlainResult } from '../features/results/plain.js';
