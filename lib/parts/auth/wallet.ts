import { reporting } from '../../core/platform/reporting.js';
import type { Clock } from '../../core/platform/clock.js';
import { AuthError } from './auth-error.js';
import type { Credentials } from './credentials.js';
import type { Vault } from './vault.js';

/** What a session holds, as the store and others who share it know it: credentials, or that nobody is signed in. */
export class Wallet {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #onSignedOut: (() => unknown) | undefined;
  #credentials: Credentials | undefined;
  #isSignedOut = false;
  #clears = 0;
  /** Whether the store was read since it was last known to have changed. */
  #isRead: boolean;
  #reading: Promise<Credentials | undefined> | undefined;

  constructor(vault: Vault, clock: Clock, onSignedOut: (() => unknown) | undefined) {
    this.#vault = vault;
    this.#clock = clock;
    this.#onSignedOut = onSignedOut;
    this.#isRead = !vault.isThere;
    vault.onChange(() => this.#markRead(false));
  }

  get credentials(): Credentials | undefined {
    return this.#credentials;
  }

  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** False where others have changed what the store holds. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** How often a user has left by `clear`. */
  get clears(): number {
    return this.#clears;
  }

  /**
   * Throws an AuthError when nobody is signed in.
   *
   * @param clears As many as there were when a call began: what one user has asked for is not sent as the next one.
   */
  assertSignedIn(clears = this.#clears): void {
    if (this.#isSignedOut || clears !== this.#clears) throw new AuthError('signed-out');
  }

  /** Milliseconds. JSON has null for what never expires. */
  timeLeft({ expiresAt }: Credentials): number {
    return (expiresAt ?? Infinity) - this.#clock.now();
  }

  /** Takes other credentials of the same user. */
  keep(credentials: Credentials): Credentials {
    this.#credentials = credentials;
    return credentials;
  }

  signIn(credentials: Credentials): void {
    this.#markRead(true);
    this.#isSignedOut = false;
    this.#credentials = credentials;
  }

  /** The user leaves, and whoever signs in next may be another one. */
  leave(): void {
    this.#clears += 1;
    this.signOut();
  }

  signOut(): void {
    this.#markRead(true);
    this.#credentials = undefined;
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    reporting(() => this.#onSignedOut?.());
  }

  /**
   * Takes what is stored, where that has changed.
   *
   * @param isRefreshing A refresh knows better, and reads the store by itself.
   */
  async read(isRefreshing: () => boolean): Promise<void> {
    while (!this.#isRead && !isRefreshing()) {
      const reading = (this.#reading ??= this.#vault.load(this.#credentials));
      const stored = await reading;
      if (this.#reading === reading && !isRefreshing()) this.#follow(stored);
    }
  }

  /** Has the store hold it. In the lock: a refresh elsewhere would end with the session that was before. */
  async save(): Promise<void> {
    if (this.#vault.isThere) await this.#vault.inLock(() => this.#vault.save(this.#credentials));
  }

  /** Somebody has signed in, or out, elsewhere. */
  #follow(stored: Credentials | undefined): void {
    if (stored) this.signIn(stored);
    else if (this.#credentials) this.signOut();
    else this.#markRead(true);
  }

  #markRead(isRead: boolean): void {
    this.#isRead = isRead;
    this.#reading = undefined;
  }
}
