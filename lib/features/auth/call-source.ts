import { type Clock, randomBetween, thrownChain, wait } from '../../core/internal.js';
import { retryAfter } from '../backoff/retry-after.js';
import { transienceOf } from '../transience/transience.js';
import { type Credentials, type CredentialSource, requireCredentials } from './credentials.js';

/** Maximum number of retries of a source, and the longest first wait in milliseconds. */
const [MOST_TRIES, FIRST_WAIT] = [2, 400];

/** Error codes for a failed connection: nothing was sent. */
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** The fields of an `ApiError`, or of an OAuth client's error. */
interface SourceError {
  readonly kind?: unknown;
  readonly status?: number;
  readonly headers?: Headers;
  /** The error code (RFC 6749, 5.2): here, in the body, or in the cause. */
  readonly error?: unknown;
  readonly body?: { readonly error?: unknown };
  readonly cause?: { readonly error?: unknown };
}

/** Returns whether the error means that the session has ended. */
export function isInvalidGrant(thrown: unknown): boolean {
  const { error, body, cause } = Object(thrown) as SourceError;
  return [error, body?.error, cause?.error].includes('invalid_grant');
}

/** Returns whether a retry might succeed and is safe. */
const isTransient = (thrown: unknown, { idempotent }: CredentialSource): boolean => {
  const failure = Object(thrown) as SourceError;
  const transience = transienceOf(failure);
  if (failure.status) return transience !== undefined;
  const chain = thrownChain(thrown);
  if (chain.some(({ code }) => UNSENT.test(code))) return true;
  // A failed fetch throws a TypeError, even if the request reached the server.
  return idempotent === true && (transience === 'lost' || chain[0].name === 'TypeError');
};

/** Calls a source, and retries temporary failures at most twice, within `ms` milliseconds. */
export async function askSource(
  source: CredentialSource,
  stale: Credentials | undefined,
  ms: number,
  signal: AbortSignal,
  clock: Clock,
): Promise<Credentials | null> {
  const end = clock.ticks() + ms;
  for (let tries = 0; ; tries += 1) {
    try {
      const given = await source.refresh(stale, signal);
      return given === null ? null : requireCredentials(given);
    } catch (thrown) {
      if (tries === MOST_TRIES || signal.aborted || !isTransient(thrown, source)) throw thrown;
      const longest = FIRST_WAIT * 4 ** tries;
      const { headers } = Object(thrown) as SourceError;
      const delay = retryAfter(headers, clock.now()) ?? randomBetween(longest / 2, longest);
      if (clock.ticks() + delay >= end) throw thrown;
      await wait(clock, delay, signal);
    }
  }
}
