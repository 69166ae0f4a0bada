import { type ApiError, hasBrand, isErrorKind } from '../../core/seats.js';

/**
 * Whether something that was caught, say, is an `ApiError`, of another copy of the package too (its ES module is one,
 * its CommonJS another). Never throws.
 */
export function isApiError(value: unknown): value is ApiError {
  try {
    return hasBrand(value, 'ApiError') && isErrorKind((value as ApiError).kind);
  } catch {
    // A revoked proxy, or a getter that throws.
    return false;
  }
}
