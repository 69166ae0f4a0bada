export { all, orThrow } from '../features/results/all.js';
export type { AllOptions } from '../features/results/all.js';
export { isApiError, matchError } from '../features/results/match-error.js';
export type { ErrorHandlers } from '../features/results/match-error.js';
export { plain } from '../features/results/plain.js';
export type { ApiErrorJson, PlainResult } from '../features/results/plain.js';
