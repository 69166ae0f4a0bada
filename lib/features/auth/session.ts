import { type Clock, MAX_DELAY, callReporting, systemClock, untilAborted } from '../../core/internal.js';
import { askSource, isInvalidGrant } from './call-source.js';
import {
  AuthError,
  type Credentials,
  type CredentialSource,
  type OwnAuthOptions,
  ownedBy,
  requireCredentials,
} from './credentials.js';
import { Refresh } from './refresh.js';
import { inTime, LockedStore } from './locked-store.js';

/** Milliseconds after a refresh that failed until the next one. */
const PAUSE = 1000;

/** How the last refreshes went: times of the clock that is never set, in milliseconds. */
interface RefreshThrottle {
  readonly succeededAt: number;
  /** Until then a refusal starts none. */
  readonly restingUntil: number;
  /** What the last one failed with; until `pausedUntil` whoever needs one gets that. */
  readonly failure: AuthError | undefined;
  readonly pausedUntil: number;
}

const NONE_YET: RefreshThrottle = {
  succeededAt: -Infinity,
  restingUntil: -Infinity,
  failure: undefined,
  pausedUntil: -Infinity,
};

/** The same clock, whose timers keep no process alive: what goes on in the background must not hold up its end. */
const unkept = (clock: Clock): Clock => ({
  now: () => clock.now(),
  ticks: () => clock.ticks(),
  setTimeout: (task, ms) => {
    const timer = clock.setTimeout(task, ms);
    // In a browser it is a number.
    (timer as { unref?(): void } | undefined)?.unref?.();
    return timer;
  },
  clearTimeout: (timer) => clock.clearTimeout(timer),
});

/** It tells sessions apart, and protects nothing. Not every platform makes one. */
const randomId = (): string => {
  const { crypto } = globalThis as { crypto?: Partial<Crypto> };
  return crypto?.randomUUID?.() ?? `${Math.random().toString(36)}${Math.random().toString(36)}`;
};

/**
 * The credentials of one user at a time, as the store knows them, and the one refresh at a time that replaces them. No
 * timer starts one, as those of many tabs would all fire at once: a call does.
 *
 * Whose they are is the era: a number that goes up each time that the user has changed. What was begun in one era is
 * never sent with the credentials of the next, and what its refresh brings is dropped.
 */
export class Session {
  readonly #source: CredentialSource;
  readonly #options: OwnAuthOptions;
  /** Its timers keep a process alive. */
  readonly #ownClock: Clock;
  readonly #clock: Clock;
  readonly #vault: LockedStore;
  #generation = 0;
  #credentials: Credentials | undefined;
  #isSignedOut = false;
  /** Whether the store was read since it was last known to have changed. */
  #isRead: boolean;
  #reading: Promise<number | undefined> | undefined;
  /** How often others said that they have changed the store. */
  #changes = 0;
  #refresh: Refresh | undefined;
  #pace = NONE_YET;
  /** How many calls are on their way. */
  #calls = 0;
  /** How many wait, and the timer that keeps the process alive for them. */
  #waiting = 0;
  #keepingAlive: unknown;
  /** How many credentials that came late are being saved, which no call waits for. */
  #lateSaves = 0;

  constructor(source: CredentialSource, options: OwnAuthOptions, clock: Clock = systemClock) {
    this.#source = source;
    this.#options = options;
    this.#ownClock = clock;
    this.#clock = unkept(clock);
    this.#vault = new LockedStore(options, this.#clock, () => this.#credentials);
    this.#isRead = !this.#vault.isThere;
    this.#vault.onChange(() => {
      this.#changes += 1;
      this.#markRead(false);
    });
  }

  /** Whether credentials are being loaded, refreshed or saved. */
  get isRefreshing(): boolean {
    return this.#refresh !== undefined || this.#waiting > 0 || this.#lateSaves > 0;
  }

  get generation(): number {
    return this.#generation;
  }

  /** False where others have changed what the store holds. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Whether the era is that of whoever signed in last, whatever the store says when it is read. */
  get isGenerationKnown(): boolean {
    return this.#isRead || (!this.#credentials && !this.#isSignedOut);
  }

  /** What all have in common who are of one era, as far as that is known. */
  get scope(): string {
    return this.isGenerationKnown ? String(this.#generation) : `${this.#generation}, ${this.#changes}`;
  }

  /** Throws an AuthError when nobody is signed in, or another one than in that era. */
  assertEra(era: number): void {
    if (this.#isSignedOut || era !== this.#generation) throw new AuthError('signed-out');
  }

  /** Whether these are what a call is to send, as far as their expiry doesn't count. */
  isCurrent(credentials: Credentials | undefined): boolean {
    return this.#isRead && credentials === this.#credentials;
  }

  /** Milliseconds until they expire. */
  timeLeft({ expiresAt = Infinity }: Credentials): number {
    return expiresAt - this.#clock.now();
  }

  /** Credentials that can be sent at once; undefined where a call has to wait for some. Throws an AuthError. */
  atHand(era: number = this.#generation): Credentials | undefined {
    if (!this.#isRead) return undefined;
    this.assertEra(era);
    const left = this.#timeLeft();
    if (left <= 0) return undefined;
    // Not before half of its life is over: one that lives shorter than that would be replaced at each call.
    const age = this.#clock.ticks() - this.#pace.succeededAt;
    if (left <= this.#options.refreshAhead && left < age) this.#refreshInBackground();
    return this.#credentials;
  }

  /**
   * Takes what is stored, where that has changed; while a refresh runs, that does. Gives the era of who waits for it:
   * the one that is read of, and none that begins meanwhile.
   */
  ready(signal?: AbortSignal): Promise<number> {
    return this.#during(async () => {
      let era = this.#generation;
      while (!this.#isRead && !this.#refresh) {
        const reading = (this.#reading ??= this.#read());
        era = (await (signal ? untilAborted(reading, signal) : reading)) ?? era;
      }
      return era;
    });
  }

  /** Credentials for a call. Rejects with an AuthError. */
  async forCall(era?: number, signal?: AbortSignal): Promise<Credentials> {
    const begunIn = this.#isRead ? this.#generation : await this.ready(signal);
    const own = era ?? begunIn;
    for (;;) {
      const credentials = this.atHand(own) ?? (await this.#refreshed(own, signal));
      if (credentials) return credentials;
    }
  }

  /**
   * Other credentials in the place of those that a server has refused; undefined where there are none to try. Rejects
   * with an AuthError.
   */
  async instead(
    refused: Credentials,
    era: number = this.#generation,
    signal?: AbortSignal,
  ): Promise<Credentials | undefined> {
    for (;;) {
      const other = await this.#other(refused, era, signal);
      if (other !== 'new') return other;
      const renewed = await this.#refreshed(era, signal);
      if (renewed) return renewed;
    }
  }

  /** Gets others in the place of those in the background. */
  async replace(refused: Credentials, era: number): Promise<void> {
    if ((await this.#other(refused, era)) === 'new') this.#refreshInBackground();
  }

  async set(given: Credentials): Promise<void> {
    const credentials = requireCredentials(given);
    const owner = credentials.owner ?? randomId();
    if (owner === this.#credentials?.owner) this.#endRefresh();
    else this.#beginEra();
    this.#markRead(true);
    this.#isSignedOut = false;
    this.#credentials = ownedBy(owner, credentials);
    await this.#save();
  }

  async clear(): Promise<void> {
    this.#signOut();
    await this.#save();
  }

  /** A call begins that may have an interest in a refresh. */
  enter(): void {
    this.#calls += 1;
  }

  /** It has come home. */
  leave(): void {
    this.#calls -= 1;
    if (this.#calls === 0) this.#refresh?.unwantSoon(() => this.#calls === 0);
  }

  /** Runs what a call waits for: meanwhile the process lives on. */
  async #during<T>(begin: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#keepingAlive = this.#ownClock.setTimeout(() => undefined, MAX_DELAY);
    this.#waiting += 1;
    try {
      return await begin();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#ownClock.clearTimeout(this.#keepingAlive);
    }
  }

  /** Milliseconds; 0 where there is nothing to send. */
  #timeLeft(): number {
    return this.#credentials ? this.timeLeft(this.#credentials) : 0;
  }

  /** What is to be sent in the place of what was refused: those at hand, none, or new ones. */
  async #other(
    refused: Credentials,
    era: number,
    signal?: AbortSignal,
  ): Promise<Credentials | 'new' | undefined> {
    if (!this.#isRead) await this.ready(signal);
    this.assertEra(era);
    const left = this.#timeLeft();
    if (left > 0 && this.#credentials?.token !== refused.token) return this.#credentials;
    // What has expired on its way was refused for that.
    const isResting = this.#clock.ticks() < this.#pace.restingUntil;
    return left > 0 && isResting && !this.#refresh ? undefined : 'new';
  }

  /** The user has changed. */
  #beginEra(error: AuthError = new AuthError('signed-out')): void {
    this.#generation += 1;
    this.#endRefresh(error);
  }

  /** Calls that wait for the refresh get the error. Without an error, they look at the credentials again. */
  #endRefresh(error?: AuthError): void {
    const refresh = this.#refresh;
    this.#refresh = undefined;
    this.#pace = NONE_YET;
    refresh?.drop(error);
  }

  #signOut(error?: AuthError): void {
    this.#beginEra(error);
    this.#markRead(true);
    this.#credentials = undefined;
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    callReporting(() => this.#options.onSignedOut?.());
  }

  #markRead(isRead: boolean): void {
    this.#isRead = isRead;
    this.#reading = undefined;
  }

  async #save(): Promise<void> {
    if (this.#vault.isThere) await this.#during(() => this.#vault.replace());
  }

  /** Whether what the store holds is another user's. Stores may lose the owner of what is known. */
  #isOther({ token, owner }: Credentials): boolean {
    if (!this.#credentials) return this.#isSignedOut;
    const isKnown = owner !== undefined || token !== this.#credentials.token;
    return isKnown && owner !== this.#credentials.owner;
  }

  /** The era after the store was read; undefined where that was in vain, as something else came between. */
  #read(): Promise<number | undefined> {
    const reading = this.#vault.load().then((stored) => {
      if (this.#reading !== reading) return undefined;
      this.#reading = undefined;
      if (this.#refresh) return undefined;
      this.#follow(stored);
      return this.#generation;
    });
    return reading;
  }

  /** The user may have signed in, or out, elsewhere. */
  #follow(stored: Credentials | undefined): void {
    if (!stored && this.#credentials) {
      this.#signOut();
      return;
    }
    if (stored && this.#isOther(stored)) {
      this.#beginEra();
      this.#credentials = stored;
    } else if (stored) this.#take(stored, this.#credentials);
    this.#isSignedOut &&= !stored;
    this.#markRead(true);
  }

  /** Takes other credentials, of the same user unless they name another. */
  #take(given: Credentials, replaced: Credentials | undefined): Credentials {
    const { owner } = replaced ?? {};
    if (owner !== undefined && given.owner !== undefined && given.owner !== owner) this.#beginEra();
    return (this.#credentials = ownedBy(given.owner ?? owner, given));
  }

  /** The refresh that runs, or that begins now. */
  #join(): Refresh {
    return (this.#refresh ??= new Refresh((refresh) => this.#run(refresh), this.#clock));
  }

  /** What the last refresh failed with, where that was a moment ago. */
  get #failure(): AuthError | undefined {
    return this.#clock.ticks() < this.#pace.pausedUntil ? this.#pace.failure : undefined;
  }

  #refreshInBackground(): void {
    if (!this.#failure) this.#join().want();
  }

  /** Returns undefined if the refresh was called off before this call waited, or was ended by `set`. */
  #refreshed(era: number, signal: AbortSignal | undefined): Promise<Credentials | undefined> {
    return this.#during(async () => {
      this.assertEra(era);
      if (this.#failure) throw this.#failure;
      return this.#join().wait(signal);
    });
  }

  async #run(refresh: Refresh): Promise<Credentials | undefined> {
    const isOver = (): boolean => this.#refresh !== refresh;
    try {
      const renewed = await this.#vault.inLock(() => this.#renew(refresh), refresh.dropped);
      if (isOver()) return undefined;
      this.#refresh = undefined;
      const [half, succeededAt] = [this.#timeLeft() / 2, this.#clock.ticks()];
      // No Math.min: an expiry may be NaN.
      const rest = half < this.#options.minInterval ? half : this.#options.minInterval;
      this.#pace = { ...NONE_YET, succeededAt, restingUntil: succeededAt + rest };
      return renewed;
    } catch (cause) {
      if (isOver()) return undefined;
      this.#refresh = undefined;
      // It has heeded that. One that was late has not, and those who wait by now have waited long enough.
      if (refresh.isCalledOff && (Object(cause) as Error).name !== 'TimeoutError') return undefined;
      const failure = new AuthError('failed', { cause });
      this.#pace = { ...this.#pace, failure, pausedUntil: this.#clock.ticks() + PAUSE };
      throw failure;
    }
  }

  /** Gets new credentials, where no other process has done so meanwhile. Of no account once the refresh is dropped. */
  async #renew(refresh: Refresh): Promise<Credentials | undefined> {
    const isDropped = (): boolean => refresh.dropped.aborted;
    const stale = this.#credentials;
    const stored = await this.#vault.load();
    const newer = isDropped() ? undefined : this.#adopt(stored, stale);
    if (newer || isDropped()) return newer;
    // Others say that they have changed the store, and now it is empty: they have signed out.
    const isOver = stale && !stored && !this.#isRead;
    const given = isOver ? null : await this.#ask(stored ?? stale, refresh);
    if (isDropped()) return undefined;
    if (given) {
      const taken = this.#take(given, stored ?? stale);
      await this.#vault.save(stored);
      return taken;
    }
    // Another process, which has no part in the lock, may have been faster with the same refresh token. Where the store
    // fails it may have what is good, and the session goes on.
    const current = await this.#vault.read();
    const faster = isDropped() ? undefined : this.#adopt(current, stale);
    if (faster || isDropped()) return faster;
    this.#signOut(new AuthError('rejected'));
    await this.#vault.replace(true);
    return undefined;
  }

  /** What the store has in the place of the stale ones; that of another user ends the refresh. */
  #adopt(stored: Credentials | undefined, stale: Credentials | undefined): Credentials | undefined {
    if (stored && this.#isOther(stored)) this.#follow(stored);
    else if (stored && stored.token !== stale?.token && this.timeLeft(stored) > 0)
      return this.#take(stored, stale);
    return undefined;
  }

  /** Asks the source. Null where it says that the session has ended. */
  async #ask(stale: Credentials | undefined, { asking, dropped }: Refresh): Promise<Credentials | null> {
    const { refreshTimeout } = this.#options;
    const [era, before] = [this.#generation, this.#credentials];
    let isOver = false;
    const begin = async (signal: AbortSignal): Promise<Credentials | null> => {
      const given = await askSource(this.#source, stale, refreshTimeout, signal, this.#clock);
      // What comes late is kept all the same: a server that rotates refresh tokens knows no other any more.
      const isWanted = era === this.#generation && before === this.#credentials;
      if (given && isOver && isWanted) await this.#keepLate(given, stale);
      return given;
    };
    try {
      if (asking.signal.aborted) throw asking.signal.reason;
      return await inTime(this.#clock, refreshTimeout, 'The refresh', begin, dropped, asking);
    } catch (thrown) {
      isOver = true;
      if (isInvalidGrant(thrown)) return null;
      throw thrown;
    }
  }

  async #keepLate(given: Credentials, replaced: Credentials | undefined): Promise<void> {
    this.#take(given, replaced);
    if (!this.#vault.isThere) return;
    this.#lateSaves += 1;
    await this.#vault.inLock(async () => {
      const stored = await this.#vault.load();
      // Elsewhere another user may have signed in meanwhile, or this one signed out.
      if (stored ? this.#isOther(stored) : replaced !== undefined) this.#follow(stored);
      else await this.#vault.save(stored);
    });
    this.#lateSaves -= 1;
  }
}
