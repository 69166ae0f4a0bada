import type { ApiError } from '../../core/seats.js';

/** The errors of attempts that sent nothing: what nobody sent will not be sent the next time either. */
export const unsent: WeakSet<ApiError> = new WeakSet();
