import { type Clock, systemClock } from '../../core/platform/clock.js';
import { isAborted } from '../../core/platform/foreign-signal.js';
import { untilAborted } from '../../core/platform/wait.js';
import { AuthError } from './auth-error.js';
import type { OwnAuthOptions } from './auth-options.js';
import { checkCredentials } from './check-credentials.js';
import type { Credentials, CredentialSource } from './credentials.js';
import { inTime } from './in-time.js';
import { isInvalidGrant } from './is-invalid-grant.js';
import { toldSafely } from './told-safely.js';
import { Vault } from './vault.js';
import { Wallet } from './wallet.js';

/** Milliseconds after a refresh that failed until the next one. */
const PAUSE_AFTER_FAILURE = 1000;

/**
 * The credentials of one user, and the one refresh at a time that replaces them. Timers start none: a call does, as those
 * of many tabs would all fire at once.
 */
export class Session {
  readonly #source: CredentialSource;
  readonly #options: OwnAuthOptions;
  readonly #clock: Clock;
  readonly #vault: Vault;
  readonly #wallet: Wallet;
  #refreshing: Promise<Credentials> | undefined;
  /** Aborts with `set` and `clear`: what a refresh comes to that began before is for nobody. */
  #era: AbortController | undefined;
  /** By the clock that nobody sets. */
  #refreshedAt = -Infinity;
  #failure: { readonly error: AuthError; readonly at: number } | undefined;

  constructor(source: CredentialSource, options: OwnAuthOptions, clock: Clock = systemClock) {
    this.#source = source;
    this.#options = options;
    this.#clock = clock;
    this.#vault = new Vault(options, clock);
    this.#wallet = new Wallet(this.#vault, clock, options.onSignedOut);
  }

  /** Whether credentials are being replaced. */
  readonly isRefreshing = (): boolean => this.#refreshing !== undefined;

  /** How often somebody was signed out by `clear`. */
  get clears(): number {
    return this.#wallet.clears;
  }

  /** Throws an AuthError when nobody is signed in, or another one than when there were so many `clears`. */
  assertSignedIn(clears?: number): void {
    this.#wallet.assertSignedIn(clears);
  }

  /** Credentials that can be sent at once; undefined where a call has to wait for some. Throws an AuthError. */
  atHand(): Credentials | undefined {
    if (!this.#wallet.isRead) return undefined;
    this.assertSignedIn();
    const { credentials } = this.#wallet;
    const left = credentials ? this.#wallet.timeLeft(credentials) : 0;
    if (left <= 0) return undefined;
    if (left <= this.#options.refreshAhead && this.#isOld(left)) this.#refreshed().catch(() => undefined);
    return credentials;
  }

  /** Credentials for a call. Rejects with an AuthError. */
  async forCall(): Promise<Credentials> {
    await this.#wallet.read(this.isRefreshing);
    return this.atHand() ?? this.#refreshed();
  }

  /**
   * Other credentials in the place of those that a server has refused; undefined where there are none to try. Rejects with
   * an AuthError.
   */
  async instead(refused: Credentials): Promise<Credentials | undefined> {
    await this.#wallet.read(this.isRefreshing);
    this.assertSignedIn();
    const { credentials } = this.#wallet;
    const left = credentials ? this.#wallet.timeLeft(credentials) : 0;
    if (left > 0 && credentials?.token !== refused.token) return credentials;
    // What has expired on its way was refused for that.
    const isRecent = left > 0 && this.#clock.ticks() - this.#refreshedAt < this.#options.minInterval;
    return isRecent && !this.#refreshing ? undefined : this.#refreshed();
  }

  async set(credentials: Credentials): Promise<void> {
    checkCredentials(credentials);
    this.#beginAnew();
    this.#wallet.signIn(credentials);
    await this.#wallet.save();
  }

  async clear(): Promise<void> {
    this.#beginAnew();
    this.#wallet.leave();
    await this.#wallet.save();
  }

  /** Not before half of its life is over: one that lives shorter than that would be replaced at each call. */
  #isOld(left: number): boolean {
    return left < this.#clock.ticks() - this.#refreshedAt;
  }

  #beginAnew(): void {
    this.#refreshing = undefined;
    this.#refreshedAt = -Infinity;
    this.#failure = undefined;
    this.#era?.abort();
    this.#era = undefined;
  }

  /** What the refresh comes to that runs, or that begins now. */
  #refreshed(): Promise<Credentials> {
    const { error, at = -Infinity } = this.#failure ?? {};
    if (error && this.#clock.ticks() - at < PAUSE_AFTER_FAILURE) return Promise.reject(error);
    this.#era ??= new AbortController();
    return (this.#refreshing ??= this.#refresh(this.#era.signal));
  }

  async #refresh(era: AbortSignal): Promise<Credentials> {
    let renewed: Credentials | null = null;
    let failed: AuthError | undefined;
    try {
      const renewal = this.#vault.inLock(() => this.#renew(era), era);
      renewed = await untilAborted(renewal, era);
    } catch (thrown) {
      failed = new AuthError('failed', { cause: thrown });
    }
    // `set` or `clear` was called while somebody waited.
    if (isAborted(era)) return this.forCall();
    this.#refreshing = undefined;
    const at = this.#clock.ticks();
    this.#failure = failed && { error: failed, at };
    if (failed) throw failed;
    if (!renewed) throw new AuthError('rejected');
    this.#refreshedAt = at;
    return renewed;
  }

  /** Gets new credentials, where nobody else has done so meanwhile. Null where the session has ended. */
  async #renew(era: AbortSignal): Promise<Credentials | null> {
    const wallet = this.#wallet;
    const stale = wallet.credentials;
    const adopted = (stored: Credentials | undefined): Credentials | undefined =>
      stored && stored.token !== stale?.token && wallet.timeLeft(stored) > 0
        ? wallet.keep(stored)
        : undefined;
    const stored = await this.#vault.load(stale);
    if (isAborted(era)) return null;
    const newer = adopted(stored);
    if (newer) return newer;
    // Others say that they have changed the store, and now it is empty: they have signed out.
    const isOver = stale && !stored && !wallet.isRead;
    const given = isOver ? null : await this.#ask(stored ?? stale, era);
    if (isAborted(era)) return null;
    if (given) {
      wallet.keep(given);
      await this.#vault.save(given);
      return given;
    }
    // Another process, which has no part in the lock, may have been faster with the same refresh token. Who can't know
    // whether one was signs nobody out: the store may have what is good.
    const other = await this.#vault.read(wallet.credentials);
    const faster = isAborted(era) ? null : adopted(other);
    if (faster !== undefined) return faster;
    wallet.signOut();
    await this.#vault.save(wallet.credentials);
    return null;
  }

  /** Asks the source. Null where it says that the session has ended. */
  async #ask(stale: Credentials | undefined, era: AbortSignal): Promise<Credentials | null> {
    const wallet = this.#wallet;
    const before = wallet.credentials;
    const begin = async (signal: AbortSignal): Promise<Credentials | null> => {
      const given = await this.#source.refresh(stale, signal);
      if (given === null) return null;
      checkCredentials(given);
      // What comes late is kept all the same: a server that rotates refresh tokens knows no other any more.
      const isWanted = !wallet.isSignedOut && wallet.credentials === before;
      if (signal.aborted && isWanted) {
        wallet.keep(given);
        await wallet.save();
      }
      return given;
    };
    try {
      return await inTime(this.#clock, this.#options.refreshTimeout, 'The refresh', begin, era);
    } catch (thrown) {
      if (isInvalidGrant(thrown)) return null;
      throw toldSafely(thrown, stale);
    }
  }
}
