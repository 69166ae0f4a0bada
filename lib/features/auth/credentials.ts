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

/** Credentials of a request. Only own properties count. */
export interface Credentials {
  /** Token, sent as `Authorization: <scheme> <token>`. */
  readonly token: string;
  /** Scheme of the header. Default: `'Bearer'`. */
  readonly scheme?: string | undefined;
  /** When the token expires, in milliseconds since the epoch. Default: unknown; the token is replaced after a 401. */
  readonly expiresAt?: number | undefined;
  /** Refresh token for the source. The plugin doesn't use it. */
  readonly refreshToken?: string | undefined;
  /**
   * An id of the user or of the session, stored but never sent. Another id means another user. Default: `set` creates a
   * new one, and a refresh keeps the current one.
   */
  readonly owner?: string | undefined;
}

/** Loads new credentials. */
export interface CredentialSource {
  /**
   * Whether a refresh can be repeated safely, whatever happened to the previous one: true for a permanent secret.
   * Refresh tokens can be single-use. Default: false.
   */
  readonly idempotent?: boolean | undefined;
  /**
   * Returns new credentials.
   *
   * @param stale The credentials to replace; undefined for the first ones.
   * @param signal Aborts if the refresh takes too long, if the user changes, and if no call waits for it anymore.
   * @returns Null if the session has ended. Throwing an error whose `error` is `'invalid_grant'` (RFC 6749, 5.2) has
   * the same effect.
   */
  refresh(stale: Credentials | undefined, signal: AbortSignal): Promise<Credentials | null>;
}

/** Stores credentials permanently, and shares them with other tabs or processes. */
export interface CredentialStore {
  /** Returns the credentials that any tab or process saved last; undefined for none. `localStorage` can be delayed. */
  load(): Promise<Credentials | undefined> | Credentials | undefined;
  /** Saves the credentials; undefined deletes them. A promise is awaited. */
  save(credentials: Credentials | undefined): unknown;
}

/** Runs one task at a time among all that share the lock: in a process, across tabs, or across processes. */
export interface Lock {
  <T>(task: () => Promise<T>): Promise<T>;
  /** Notifies the others that the stored credentials changed. */
  changed?(): void;
  /** Runs the task when the others changed the stored credentials. */
  onChange?(task: () => void): void;
}

/** Returns the own properties of credentials; undefined if they can't be sent. */
export function readCredentials(given: unknown): Credentials | undefined {
  const own = givenOptions(Object(given) as Partial<Credentials>);
  return typeof own.token === 'string' && own.token ? (own as Credentials) : undefined;
}

/** Like `readCredentials`, but throws a TypeError if they can't be sent. */
export function requireCredentials(given: unknown): Credentials {
  const credentials = readCredentials(given);
  if (credentials) return credentials;
  throw new InvalidInputError(`The credentials are ${describeType(given)}: set an object with a token.`);
}

/** Returns the same credentials with this owner. */
export const ownedBy = (owner: string | undefined, credentials: Credentials): Credentials =>
  owner === undefined ? credentials : nullProto<Credentials>(credentials, { owner });

const SENTENCES = {
  rejected: 'The session is over: the source returned no credentials. Sign in again.',
  failed: 'The credential refresh failed.',
  'signed-out': 'The user signed out or changed: sign in with set(), then make a new call.',
};

/**
 * Why a call has no credentials. `'rejected'`: the source ended the session. `'failed'`: the refresh failed; the next
 * one might succeed. `'signed-out'`: the user signed out or changed.
 */
export type AuthErrorReason = 'rejected' | 'failed' | 'signed-out';

/** The `cause` of the `'middleware'` error of a call without credentials. All waiting calls get the same object. */
export class AuthError extends InvalidInputError {
  /** Why the call has no credentials. */
  readonly reason: AuthErrorReason;

  /**
   * @param reason Why the call has no credentials. Required. Any other value has no message.
   * @param options `cause`: the error of the refresh. The message describes an error of homing by its text, and any
   * other error by its code or name.
   */
  constructor(reason: AuthErrorReason, options?: ErrorOptions) {
    const why = options && `token refresh failed: ${failureWords(options.cause)}`;
    const sentences = {
      ...SENTENCES,
      ...(why && { failed: why, rejected: `The session is over: ${why}. Sign in again.` }),
    };
    super(sentences[reason], options);
    this.reason = reason;
  }

  /** Always `'AuthError'`. */
  override get name(): 'AuthError' {
    return 'AuthError';
  }
}

/** Options of an `AuthPlugin`, in addition to its source. */
export interface AuthOptions {
  /**
   * Milliseconds before expiry at which a refresh starts, while the token is still sent; at most half of its lifetime.
   * Default: 60000, also for NaN; negative is 0.
   */
  readonly refreshAhead?: number | undefined;
  /**
   * Milliseconds for a refresh, and for each load and save of the store. Default: 30000, also for 0, negative and NaN;
   * the maximum is 2^31-1.
   */
  readonly refreshTimeout?: number | undefined;
  /**
   * Milliseconds after a refresh in which a 401 doesn't start another one; at most half of the token's lifetime.
   * Prevents endless refreshes if a server rejects new tokens. Default: 10000, also for NaN; negative is 0.
   */
  readonly minInterval?: number | undefined;
  /** Stores credentials permanently. Default: none. Invalid stored credentials count as none. */
  readonly store?: CredentialStore | undefined;
  /**
   * Allows one refresh at a time among all that share the store. Default: among the calls of this plugin. Another value
   * doesn't compile.
   */
  readonly lock?: Lock | undefined;
  /**
   * Called once when the session has ended, or `clear` was called. Default: none. If it throws or rejects, the error is
   * reported.
   */
  readonly onSignedOut?: (() => unknown) | undefined;
  /**
   * Origins that get the token, such as `https://api.example.com`. Default: the origin of the first request. For
   * anything but an array of URLs, the constructor throws.
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

/** Reads the options once. Throws a TypeError for an invalid URL in `origins`. */
export function readAuthOptions(options: AuthOptions | undefined) {
  const { refreshAhead, refreshTimeout, minInterval, store, lock, onSignedOut, origins } =
    givenOptions(options);
  return {
    refreshAhead: readDelay(refreshAhead, 60_000),
    // Without a limit, a hanging refresh would block all calls.
    refreshTimeout: readTimeout(refreshTimeout) || 30_000,
    minInterval: readDelay(minInterval, 10_000),
    store,
    lock,
    onSignedOut,
    origins: origins?.map(readOrigin),
  };
}

/** The normalized options. */
export type OwnAuthOptions = ReturnType<typeof readAuthOptions>;
