import {
  nullProto,
  describeType,
  givenOptions,
  originOf,
  readDelay,
  readTimeout,
  InvalidInputError,
} from '../../core/internal.js';
import { failureWords } from './failure-words.js';

/** What a request proves with who sends it. Only an object's own properties count. */
export interface Credentials {
  /** Sent as `Authorization: <scheme> <token>`. */
  readonly token: string;
  /** Default `'Bearer'`. */
  readonly scheme?: string | undefined;
  /** When the token expires, in milliseconds since the epoch. Default: not known, and the server says so by a 401. */
  readonly expiresAt?: number | undefined;
  /** What the source gets the next token for; nothing else reads it. */
  readonly refreshToken?: string | undefined;
  /**
   * An id of the user or of the session, kept in the store and never sent: another one means that the user has changed.
   * Default: `set` makes up a new one, and a refresh keeps the one before.
   */
  readonly owner?: string | undefined;
}

/** Where credentials come from. */
export interface CredentialSource {
  /**
   * Whether asking again does no harm, whatever became of the question before: true for a secret that stays good. A
   * refresh token may be good for one use. Default false.
   */
  readonly idempotent?: boolean | undefined;
  /**
   * Gets new credentials.
   *
   * @param stale Those that are to be replaced; undefined for the first ones.
   * @param signal Aborts when the refresh has taken too long, when the user has changed, and when no call waits any more.
   * @returns Null, or an error whose `error` is `'invalid_grant'` (RFC 6749, 5.2), where the session has ended for good.
   */
  refresh(stale: Credentials | undefined, signal: AbortSignal): Promise<Credentials | null>;
}

/** Where credentials outlive the process, and are shared with others. */
export interface CredentialStore {
  /** What was saved last, by whichever tab or process; undefined where there are none. `localStorage` may be late. */
  load(): Promise<Credentials | undefined> | Credentials | undefined;
  /** Keeps them, or forgets those that are there: undefined. A promise is waited for. */
  save(credentials: Credentials | undefined): unknown;
}

/** Lets one task at a time run, of all that share it: in a process, over tabs, or over processes. */
export interface Lock {
  <T>(task: () => Promise<T>): Promise<T>;
  /** Tells the others that what the store holds has changed. */
  changed?(): void;
  /** Runs the task when others say so. */
  onChange?(task: () => void): void;
}

/** What was given, as its own properties have it; undefined for what can't be sent. */
export function readCredentials(given: unknown): Credentials | undefined {
  const own = givenOptions(Object(given) as Partial<Credentials>);
  return typeof own.token === 'string' && own.token ? (own as Credentials) : undefined;
}

/** The same; throws a TypeError for what can't be sent. */
export function requireCredentials(given: unknown): Credentials {
  const credentials = readCredentials(given);
  if (credentials) return credentials;
  throw new InvalidInputError(`The credentials are ${describeType(given)}: set an object with a token.`);
}

/** The same credentials of that owner. */
export const ownedBy = (owner: string | undefined, credentials: Credentials): Credentials =>
  owner === undefined ? credentials : nullProto<Credentials>(credentials, { owner });

const SENTENCES = {
  rejected: 'The session expired: its credentials were rejected. Sign in again.',
  failed: 'The credential refresh failed.',
  'signed-out': 'The user signed out or changed: sign in with set(), then make a new call.',
};

/**
 * Why there are no credentials: the source `'rejected'` them, so that the session has ended; the refresh `'failed'`, and
 * the next one may not; or nobody is signed in since (`'signed-out'`).
 */
export type AuthErrorReason = 'rejected' | 'failed' | 'signed-out';

/** The `cause` of the `'middleware'` error of a call that has no credentials. One object for all calls that waited. */
export class AuthError extends InvalidInputError {
  /** Why there are none. */
  readonly reason: AuthErrorReason;

  /**
   * @param reason Why there are none. Required. Anything else has no message.
   * @param options `cause`: what the refresh threw. The message names it: an error of homing by its own words, any other
   *   by its code or its name.
   */
  constructor(reason: AuthErrorReason, options?: ErrorOptions) {
    const { failed } = SENTENCES;
    const isTold = reason === 'failed' && options;
    super(isTold ? `${failed.slice(0, -1)}: ${failureWords(options.cause)}` : SENTENCES[reason], options);
    this.reason = reason;
  }

  /** Always `'AuthError'`. */
  override get name(): 'AuthError' {
    return 'AuthError';
  }
}

/** What an `AuthPlugin` takes beside its source. */
export interface AuthOptions {
  /**
   * Milliseconds before its expiry from which a token is replaced while it is still sent; at most half of its life.
   * Default 60000. NaN is the default; negative is 0.
   */
  readonly refreshAhead?: number | undefined;
  /**
   * The longest that a refresh may take, and each load and save of the store, in milliseconds. Default 30000. 0,
   * negative and NaN are the default; above 2^31-1 it is that.
   */
  readonly refreshTimeout?: number | undefined;
  /**
   * Milliseconds after a refresh in which a 401 asks for no other one, at most half of the token's life: a server that
   * refuses new tokens would be asked for ever. Default 10000. NaN is the default; negative is 0.
   */
  readonly minInterval?: number | undefined;
  /**
   * Where credentials outlive the process. Default: nowhere. What it has that is no
   * credentials counts as nothing.
   */
  readonly store?: CredentialStore | undefined;
  /**
   * Lets one refresh at a time run, of all that share the store. Default: of this plugin alone. Another value doesn't
   * compile.
   */
  readonly lock?: Lock | undefined;
  /**
   * Is told once that the session has ended, or that `clear` was called. Default: none. What it throws, or rejects
   * with, is reported.
   */
  readonly onSignedOut?: (() => unknown) | undefined;
  /**
   * The origins that get the token, such as `https://api.example.com`. Default: that of the first request. No list of
   * URLs: it throws when it is made.
   */
  readonly origins?: readonly string[] | undefined;
}

const readOrigin = (given: string): string => {
  try {
    return originOf(new URL(given).href);
  } catch {
    throw new TypeError('AuthPlugin origins[] is not a URL: pass one such as "https://api.example.com".');
  }
};

/** The options, read once. Throws a TypeError for an origin that is no URL. */
export function readAuthOptions(options: AuthOptions | undefined) {
  const { refreshAhead, refreshTimeout, minInterval, store, lock, onSignedOut, origins } =
    givenOptions(options);
  return {
    refreshAhead: readDelay(refreshAhead, 60_000),
    // Without an end, one that hangs would hang all calls.
    refreshTimeout: readTimeout(refreshTimeout) || 30_000,
    minInterval: readDelay(minInterval, 10_000),
    store,
    lock,
    onSignedOut,
    origins: origins?.map(readOrigin),
  };
}

/** The options, read once. */
export type OwnAuthOptions = ReturnType<typeof readAuthOptions>;
