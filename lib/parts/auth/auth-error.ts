import { Refusal } from '../../core/seats.js';

/**
 * Why there are no credentials: the source `'rejected'` them, so that the session has ended; the refresh `'failed'`, and
 * the next one may not; or nobody is signed in since (`'signed-out'`).
 */
export type AuthErrorReason = 'rejected' | 'failed' | 'signed-out';

const SENTENCES: Readonly<Record<AuthErrorReason, string>> = {
  rejected: 'The session has ended: its credentials were refused. Sign in again.',
  failed: 'New credentials could not be got.',
  'signed-out': 'Nobody is signed in: give credentials by set().',
};

/** The `cause` of the `'middleware'` error of a call that has no credentials. One object for all calls that waited. */
export class AuthError extends Refusal {
  /** Why there are none. */
  readonly reason: AuthErrorReason;

  /**
   * @param reason Why there are none.
   * @param options `cause`: what the refresh threw.
   */
  constructor(reason: AuthErrorReason, options?: ErrorOptions) {
    super(SENTENCES[reason], options);
    this.reason = reason;
  }

  /** Always `'AuthError'`. */
  override get name(): 'AuthError' {
    return 'AuthError';
  }
}
