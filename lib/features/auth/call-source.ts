import { type Clock, randomBetween, thrownChain, wait } from '../../core/internal.js';
import { retryAfter } from '../backoff/retry-after.js';
import { transienceOf } from '../transience/transience.js';
import { type Credentials, type CredentialSource, requireCredentials } from './credentials.js';

/** How often a source is asked again, and the longest wait before the first time, in milliseconds. */
const [MOST_TRIES, FIRST_WAIT] = [2, 400];

/** There was no connection, so that nothing was sent. */
const UNSENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** What an `ApiError` says, and what the error of an OAuth client may. */
interface Failure {
  readonly kind?: unknown;
  readonly status?: number;
  readonly headers?: Headers;
  /** RFC 6749, 5.2: here, in the body, or in the cause. */
  readonly error?: unknown;
  readonly body?: { readonly error?: unknown };
  readonly cause?: { readonly error?: unknown };
}

/** Whether what was thrown says that the session has ended. */
export function isInvalidGrant(thrown: unknown): boolean {
  const { error, body, cause } = Object(thrown) as Failure;
  return [error, body?.error, cause?.error].includes('invalid_grant');
}

/** Whether another time may do better, and asking again does no harm. */
const isTransient = (thrown: unknown, { idempotent }: CredentialSource): boolean => {
  const failure = Object(thrown) as Failure;
  const transience = transienceOf(failure);
  if (failure.status) return transience !== undefined;
  const chain = thrownChain(thrown);
  if (chain.some(({ code }) => UNSENT.test(code))) return true;
  // A fetch that fails throws a TypeError, whatever has become of the request.
  return idempotent === true && (transience === 'lost' || chain[0].name === 'TypeError');
};

/** Asks a source, and up to twice more where it fails for a while only, within `ms` milliseconds. */
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
      const { headers } = Object(thrown) as Failure;
      const delay = retryAfter(headers, clock.now()) ?? randomBetween(longest / 2, longest);
      if (clock.ticks() + delay >= end) throw thrown;
      await wait(clock, delay, signal);
    }
  }
}
