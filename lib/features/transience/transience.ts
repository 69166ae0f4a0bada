/**
 * Why the same request can succeed another time.
 *
 * - `'failed'`: the server failed. It might have done the work.
 * - `'declined'`: the server hasn't done the work, and accepts the request later.
 * - `'lost'`: there is no response. The server might have done the work.
 */
export type Transience = 'failed' | 'declined' | 'lost';

/** What is read of a failure: an ApiError, or what another library threw. */
interface Failure {
  readonly kind?: unknown;
  readonly status?: number | undefined;
}

/**
 * Returns why another try can succeed, by the status, else by the kind; undefined if it can't.
 *
 * The one table for all that try again: docs/reference/rules.md#worth-another-try says what each of them uses of it.
 */
export function transienceOf({ kind, status = 0 }: Failure): Transience | undefined {
  if (status >= 500) return 'failed';
  // RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4.
  if ([408, 425, 429].includes(status)) return 'declined';
  return kind === 'network' || kind === 'timeout' ? 'lost' : undefined;
}
