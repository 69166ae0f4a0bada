import { type ApiError, Refusal } from '../../../core/seats.js';

/** The error of a Result; undefined for a success, and for what is no Result. Safe on anything. */
const errorOf = (result: unknown): Partial<ApiError> | undefined =>
  (result as { error?: Partial<ApiError> | null } | null | undefined)?.error ?? undefined;

/** Whether nothing was sent, or somebody on this side ended it: such a Result tells nothing of the service. */
export function saysNothing(result: unknown): boolean {
  try {
    const { kind, cause } = errorOf(result) ?? {};
    return kind === 'abort' || Refusal.is(cause);
  } catch {
    return false;
  }
}

/**
 * Whether a Result tells of a service that is ill: a network error, a timeout, a status of 500 and above. Not a call that
 * was aborted or never sent, and no status below. Made for `handleWhenResult(failed)` of cockatiel; false for what is no
 * Result.
 */
export function failed(result: unknown): boolean {
  try {
    if (saysNothing(result)) return false;
    const { kind, status = 0 } = errorOf(result) ?? {};
    return kind === 'network' || kind === 'timeout' || status >= 500;
  } catch {
    return false;
  }
}
