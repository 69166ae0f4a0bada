import { CallSecrets, markOwnWords, thrownChain } from '../../core/seats.js';
import type { Credentials } from './credentials.js';

/**
 * What a source threw, as a cause that may be told: errors and logs have the words of causes, and those of a source may
 * quote the credentials that it was given.
 */
export function toldSafely(thrown: unknown, { token, refreshToken }: Partial<Credentials> = {}): unknown {
  const secrets = new CallSecrets({ url: '', params: { token, refreshToken } });
  const isQuoting = thrownChain(thrown).some(({ name, code, message }) =>
    secrets.isQuotedIn(`${name} ${code} ${message}`),
  );
  if (!isQuoting) return thrown;
  const told = new Error('The words of the source quote its credentials, and are left out.');
  markOwnWords(told);
  return told;
}
