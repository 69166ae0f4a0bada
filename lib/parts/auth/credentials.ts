import { bare, describeType, givenOptions, isObject } from '../../core/seats.js';

/** What a request proves with who sends it. Only an object's own properties count. */
export interface Credentials {
  /** Sent as `Authorization: <scheme> <token>`. */
  readonly token: string;
  /** Default `'Bearer'`. */
  readonly scheme?: string | undefined;
  /** When the token expires, in milliseconds since the epoch. Default: nobody knows, and the server says so by a 401. */
  readonly expiresAt?: number | undefined;
  /** What the source gets the next token for; nothing else reads it. */
  readonly refreshToken?: string | undefined;
  /**
   * Whose they are: an id of the user or of the session, kept in the store; never sent. Where what the store holds has
   * another one, the user has changed. Default: `set` makes one up, and a refresh inherits that of what it replaces.
   */
  readonly owner?: string | undefined;
}

/** Where credentials come from. */
export interface CredentialSource {
  /**
   * Whether asking again does no harm, whatever became of the question before: true for a secret that stays good. A
   * refresh token may be good for one use, so what may have used it up is not asked again. Default false.
   */
  readonly repeatable?: boolean | undefined;
  /**
   * Gets new credentials.
   *
   * @param stale Those that are to be replaced; undefined for the first ones.
   * @param signal Aborts when the refresh has taken too long, when the user has changed, and when nobody waits any more.
   * @returns Null, or an error whose `error` is `'invalid_grant'` (RFC 6749, 5.2), where the session has ended for good.
   */
  refresh(stale: Credentials | undefined, signal: AbortSignal): Promise<Credentials | null>;
}

/** Where credentials outlive the process, and are shared with others. */
export interface CredentialStore {
  /** Undefined where there are none. */
  load(): Promise<Credentials | undefined> | Credentials | undefined;
  /**
   * Keeps them; a promise is waited for.
   *
   * @param credentials Undefined to forget those that are there.
   */
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

/** What somebody gave, as its own properties have it; undefined for what can't be sent. */
export function readCredentials(given: unknown): Credentials | undefined {
  if (!isObject(given)) return undefined;
  const own = givenOptions(given as Partial<Credentials>);
  return typeof own.token === 'string' && own.token !== '' ? (own as Credentials) : undefined;
}

/** The same; throws a TypeError for what can't be sent. */
export function requireCredentials(given: unknown): Credentials {
  const credentials = readCredentials(given);
  if (credentials) return credentials;
  throw new TypeError(`The credentials are ${describeType(given)}: give an object with a token.`);
}

/** The same credentials of that owner. */
export const ownedBy = (owner: string | undefined, credentials: Credentials): Credentials =>
  owner === undefined ? credentials : bare<Credentials>(credentials, { owner });
