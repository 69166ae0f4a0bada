import { type Clock, systemClock } from '../../core/platform/clock.js';
import { reportError } from '../../core/platform/window.js';
import { AuthError } from './auth-error.js';
import type { OwnAuthOptions } from './auth-options.js';
import type { Credentials, CredentialSource } from './credentials.js';
import { inLock } from './in-lock.js';
import { inTime } from './in-time.js';
import { checkCredentials, Vault } from './vault.js';

/** Milliseconds after a refresh that failed until the next one. */
const PAUSE_AFTER_FAILURE = 1000;

/** Milliseconds by which a lock is waited for longer than a refresh may take. */
const PATIENCE = 5000;

/** Whether the authorization server says that the grant is of no use any more: RFC 6749, 5.2. */
const isInvalidGrant = (thrown: unknown): boolean => {
  try {
    const { error, cause } = thrown as { error?: unknown; cause?: { error?: unknown } };
    return error === 'invalid_grant' || cause?.error === 'invalid_grant';
  } catch {
    return false;
  }
};

/** A refresh that failed, and when. */
interface Failure {
  readonly error: AuthError;
  readonly at: number;
}

/**
 * The credentials of one user, and the one refresh at a time that replaces them. Timers start none: a call does, as those
 * of many tabs would all fire at once.
 */
export class Session {
  readonly #source: CredentialSource;
  readonly #options: OwnAuthOptions;
  readonly #vault: Vault;
  readonly #clock: Clock;
  #credentials: Credentials | undefined;
  #isSignedOut = false;
  /** Whether the store was read since it was last known to have changed. */
  #loading: Promise<void> | undefined;
  #isLoaded: boolean;
  #refreshing: Promise<Credentials> | undefined;
  /** By the clock that nobody sets. */
  #refreshedAt = -Infinity;
  #failure: Failure | undefined;
  /** Grows with `set` and `clear`: what a refresh comes to that began before is for nobody. */
  #generation = 0;

  constructor(source: CredentialSource, options: OwnAuthOptions, clock: Clock = systemClock) {
    this.#source = source;
    this.#options = options;
    this.#clock = clock;
    this.#vault = new Vault(options.store, options.refreshTimeout, clock);
    this.#isLoaded = !this.#vault.isThere;
    if (options.store) options.lock?.onChange?.(() => this.#reload());
  }

  /** Whether credentials are being replaced. */
  get isRefreshing(): boolean {
    return this.#refreshing !== undefined;
  }

  /**
   * Credentials for a call: at once where they are fresh. Rejects with an AuthError.
   */
  async forCall(): Promise<Credentials> {
    if (!this.#isLoaded) await (this.#loading ??= this.#load());
    this.#refuseSignedOut();
    const credentials = this.#credentials;
    const left = this.#timeLeft(credentials);
    if (!credentials || left <= 0) return this.#refreshed();
    if (left <= this.#options.refreshAhead) this.refreshInBackground();
    return credentials;
  }

  /**
   * Other credentials in the place of those that a server has refused; undefined where there are none to try. Rejects with
   * an AuthError.
   */
  async instead(refused: Credentials): Promise<Credentials | undefined> {
    this.#refuseSignedOut();
    const credentials = this.#credentials;
    if (credentials && credentials.token !== refused.token && this.#timeLeft(credentials) > 0)
      return credentials;
    const isRecent = this.#clock.ticks() - this.#refreshedAt < this.#options.minInterval;
    return isRecent && !this.#refreshing ? undefined : this.#refreshed();
  }

  /** A refresh that nobody waits for, and whose failure nobody is told of. */
  refreshInBackground(): void {
    this.#refreshed().catch(() => undefined);
  }

  async set(credentials: Credentials): Promise<void> {
    checkCredentials(credentials);
    this.#replace(credentials);
    this.#isSignedOut = false;
    await this.#vault.save(credentials);
    this.#options.lock?.changed?.();
  }

  async clear(): Promise<void> {
    if (this.#isSignedOut) return;
    this.#replace(undefined);
    await this.#signOut();
  }

  #replace(credentials: Credentials | undefined): void {
    this.#generation += 1;
    this.#credentials = credentials;
    this.#isLoaded = true;
    this.#refreshing = undefined;
    this.#failure = undefined;
    this.#refreshedAt = -Infinity;
  }

  #refuseSignedOut(): void {
    if (this.#isSignedOut) throw new AuthError('signed-out');
  }

  #timeLeft(credentials: Credentials | undefined): number {
    return (credentials?.expiresAt ?? Infinity) - this.#clock.now();
  }

  /** Others have changed what the store holds: it is read again when the next call begins. */
  #reload(): void {
    this.#isLoaded = false;
    this.#loading = undefined;
  }

  async #load(): Promise<void> {
    const generation = this.#generation;
    const hadSome = this.#credentials !== undefined;
    const stored = await this.#vault.load();
    if (generation !== this.#generation) return;
    this.#isLoaded = true;
    this.#credentials = stored;
    // Somebody has signed in, or out, elsewhere.
    if (stored) this.#isSignedOut = false;
    else if (hadSome) await this.#signOut();
  }

  /** What the refresh comes to that runs, or that begins now. */
  #refreshed(): Promise<Credentials> {
    const { error, at = -Infinity } = this.#failure ?? {};
    if (error && this.#clock.ticks() - at < PAUSE_AFTER_FAILURE) return Promise.reject(error);
    return (this.#refreshing ??= this.#refresh());
  }

  async #refresh(): Promise<Credentials> {
    const generation = this.#generation;
    const isCurrent = (): boolean => generation === this.#generation;
    const { lock, refreshTimeout } = this.#options;
    const renew = (): Promise<Credentials | null> => this.#renew(isCurrent);
    try {
      const renewed = await (lock ? inLock(lock, renew, refreshTimeout + PATIENCE, this.#clock) : renew());
      if (!isCurrent()) return await this.#sinceReplaced();
      if (!renewed) throw new AuthError('rejected');
      this.#refreshedAt = this.#clock.ticks();
      this.#failure = undefined;
      return renewed;
    } catch (thrown) {
      if (!isCurrent()) return await this.#sinceReplaced();
      if (thrown instanceof AuthError && thrown.reason === 'rejected') {
        await this.#signOut();
        throw thrown;
      }
      const error = new AuthError('failed', { cause: thrown });
      this.#failure = { error, at: this.#clock.ticks() };
      throw error;
    } finally {
      if (isCurrent()) this.#refreshing = undefined;
    }
  }

  /** For those who waited while `set` or `clear` was called. */
  async #sinceReplaced(): Promise<Credentials> {
    this.#refuseSignedOut();
    return this.forCall();
  }

  /** Gets new credentials, where nobody else has done so meanwhile. Null where the session has ended. */
  async #renew(isCurrent: () => boolean): Promise<Credentials | null> {
    const stale = this.#credentials;
    const stored = await this.#vault.load();
    if (stored && this.#isNewer(stored, stale)) return this.#keep(stored, isCurrent);
    const given = await this.#ask(stored ?? stale, isCurrent);
    if (given) {
      await this.#save(given, isCurrent);
      return given;
    }
    // Another process, which has no part in the lock, may have been faster with the same refresh token.
    const newer = await this.#vault.load();
    return newer && this.#isNewer(newer, stale) ? this.#keep(newer, isCurrent) : null;
  }

  /** Whether what is stored is good, and somebody else has got it. */
  #isNewer(stored: Credentials, stale: Credentials | undefined): boolean {
    return stored.token !== stale?.token && this.#timeLeft(stored) > 0;
  }

  #keep(credentials: Credentials, isCurrent: () => boolean): Credentials {
    if (isCurrent()) this.#credentials = credentials;
    return credentials;
  }

  async #save(credentials: Credentials, isCurrent: () => boolean): Promise<void> {
    if (!isCurrent()) return;
    await this.#vault.save(credentials);
    this.#options.lock?.changed?.();
  }

  /** Asks the source. Null where it says that the session has ended. */
  async #ask(stale: Credentials | undefined, isCurrent: () => boolean): Promise<Credentials | null> {
    const before = this.#credentials;
    try {
      return await inTime(this.#clock, this.#options.refreshTimeout, 'The refresh', async (signal) => {
        const given = await this.#source.refresh(stale, signal);
        if (given === null) return null;
        checkCredentials(given);
        // What comes late is kept all the same: a server that rotates refresh tokens knows no other any more.
        const isLateAndWanted = signal.aborted && this.#credentials === before;
        if (!signal.aborted || isLateAndWanted) this.#keep(given, isCurrent);
        if (isLateAndWanted) await this.#save(given, isCurrent);
        return given;
      });
    } catch (thrown) {
      if (isInvalidGrant(thrown)) return null;
      throw thrown;
    }
  }

  async #signOut(): Promise<void> {
    this.#isSignedOut = true;
    this.#credentials = undefined;
    try {
      this.#options.onSignedOut?.();
    } catch (thrown) {
      reportError(thrown);
    }
    await this.#vault.save(undefined);
    this.#options.lock?.changed?.();
  }
}
