/**
 * Why the same request can succeed another time.
 *
 * - `'failed'`: the server failed. It might have done the work.
 * - `'declined'`: the server hasn't done the work, and accepts the request later.
 * - `'lost'`: there is no response. The server might have done the work.
 */
export type Transience = 'failed' | 'declined' | 'lost';

/** The read properties of a failure: an ApiError, or an error of another library. */
interface FailureFacts {
  readonly kind?: unknown;
  readonly status?: number | undefined;
}

/**
 * Returns why a retry can succeed, by the status or else by the kind; undefined if it can't. All features that retry
 * use this table: docs/reference/rules.md#worth-another-try lists which values each of them uses.
 */
export function transienceOf({ kind, status = 0 }: FailureFacts): Transience | undefined {
  if (status >= 500) return 'failed';
  // RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4.
  if ([408, 425, 429].includes(status)) return 'declined';
  return kind === 'network' || kind === 'timeout' ? 'lost' : undefined;
}
