import { OperationProcessingError, UnsupportedOperationError } from 'oauth4webapi';
import { type CallSecrets, thrownChain } from '../../core/seats.js';

/**
 * What failed, as it may be told.
 *
 * @param secrets What it may not quote.
 */
export function told(thrown: unknown, secrets: CallSecrets): unknown {
  // Its words quote nothing; but its cause has the whole answer, with tokens.
  if (thrown instanceof OperationProcessingError || thrown instanceof UnsupportedOperationError)
    return new Error(`The authorization server can't be used: ${thrown.message}.`);
  return thrownChain(thrown).some(({ message }) => secrets.isQuotedIn(message))
    ? new Error('The words of what failed quote a secret, and are left out.')
    : thrown;
}
