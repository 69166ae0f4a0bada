/** What a request proves with who sends it. */
export interface Credentials {
  /** Sent as `Authorization: <scheme> <token>`. */
  readonly token: string;
  /** Default `'Bearer'`. */
  readonly scheme?: string | undefined;
  /** When the token expires, in milliseconds since the epoch. Default: nobody knows, and the server says so by a 401. */
  readonly expiresAt?: number | undefined;
  /** What the source gets the next token for; nothing else reads it. */
  readonly refreshToken?: string | undefined;
}

/** Where credentials come from. */
export interface CredentialSource {
  /**
   * Gets new credentials.
   *
   * @param stale Those that are to be replaced; undefined for the first ones.
   * @param signal Aborts when the refresh has taken too long.
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
