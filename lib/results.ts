export { all } from './parts/results/all.js';
export type { AllOptions } from './parts/results/all.js';
export { isApiError } from './parts/results/is-api-error.js';
export { matchError } from './parts/results/match-error.js';
export type { ErrorHandlers } from './parts/results/error-handlers.js';
export { orThrow } from './parts/results/or-throw.js';
