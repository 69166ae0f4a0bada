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

/** Milliseconds between a failed refresh and the next one. */
const PAUSE = 1000;

/** State that limits refreshes: milliseconds of the monotonic clock. */
interface RefreshThrottle {
  readonly succeededAt: number;
  /** Before this time, a 401 doesn't start a refresh. */
  readonly restingUntil: number;
  /** The error of the last refresh. Until `pausedUntil`, every call that needs a refresh gets this error. */
  readonly failure: AuthError | undefined;
  readonly pausedUntil: number;
}

const NONE_YET: RefreshThrottle = {
  succeededAt: -Infinity,
  restingUntil: -Infinity,
  failure: undefined,
  pausedUntil: -Infinity,
};

/**
 * Returns the same clock, but its timers don't keep the process alive, because background work must not delay the end
 * of a process.
 */
const unkept = (clock: Clock): Clock => ({
  now: () => clock.now(),
  ticks: () => clock.ticks(),
  setTimeout: (task, ms) => {
    const timer = clock.setTimeout(task, ms);
    // In a browser, a timer is a number.
    (timer as { unref?(): void } | undefined)?.unref?.();
    return timer;
  },
  clearTimeout: (timer) => clock.clearTimeout(timer),
});

/** Only distinguishes sessions; not used for security. Some platforms have no `randomUUID`. */
const randomId = (): string => {
  const { crypto } = globalThis as { crypto?: Partial<Crypto> };
  return crypto?.randomUUID?.() ?? `${Math.random().toString(36)}${Math.random().toString(36)}`;
};

/**
 * The credentials of one user at a time, synchronized with the store, and the single refresh that replaces them. Calls
 * start a refresh, not timers, which would fire in all tabs at once.
 *
 * The generation is a counter that increases when the user changes. A call from one generation is never sent with the
 * credentials of another, and its refresh result is discarded.
 */
export class Session {
  readonly #source: CredentialSource;
  readonly #options: OwnAuthOptions;
  /** The clock whose timers keep the process alive. */
  readonly #ownClock: Clock;
  readonly #clock: Clock;
  readonly #store: LockedStore;
  #generation = 0;
  #credentials: Credentials | undefined;
  #isSignedOut = false;
  /** Whether the store was read since its last known change. */
  #isRead: boolean;
  #reading: Promise<number | undefined> | undefined;
  /** How often others changed the store. */
  #changes = 0;
  #refresh: Refresh | undefined;
  #pace = NONE_YET;
  /** Number of calls in progress. */
  #calls = 0;
  /** Number of waiting calls, and the timer that keeps the process alive for them. */
  #waiting = 0;
  #keepingAlive: unknown;
  /** Number of saves of late credentials, which no call waits for. */
  #lateSaves = 0;

  constructor(source: CredentialSource, options: OwnAuthOptions, clock: Clock = systemClock) {
    this.#source = source;
    this.#options = options;
    this.#ownClock = clock;
    this.#clock = unkept(clock);
    this.#store = new LockedStore(options, this.#clock, () => this.#credentials);
    this.#isRead = !this.#store.isThere;
    this.#store.onChange(() => {
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

  /** Whether the generation belongs to the last known user, so that reading the store can't change it. */
  get isGenerationKnown(): boolean {
    return this.#isRead || (!this.#credentials && !this.#isSignedOut);
  }

  /** Identifies the session of a poll, as far as it is known: equal for all polls of one session. */
  get scope(): string {
    return this.isGenerationKnown ? String(this.#generation) : `${this.#generation}, ${this.#changes}`;
  }

  /** Throws an AuthError if the user has signed out, or changed since that generation. */
  assertGeneration(generation: number): void {
    if (this.#isSignedOut || generation !== this.#generation) throw new AuthError('signed-out');
  }

  /**
   * Whether a call of that generation would send the same credentials again.
   *
   * @param hadExpired Whether they had expired when the call got them, so their expiry has no meaning.
   */
  stillSends(credentials: Credentials, generation: number, hadExpired: boolean): boolean {
    const isCurrent = this.#isRead && credentials === this.#credentials && generation === this.#generation;
    return isCurrent && (hadExpired || !(this.timeLeft(credentials) <= 0));
  }

  /** Milliseconds until the credentials expire. */
  timeLeft({ expiresAt }: Credentials): number {
    return expiresAt === undefined ? Infinity : expiresAt - this.#clock.now();
  }

  /** Returns credentials that can be sent immediately; undefined if the call must wait. Throws an AuthError. */
  atHand(generation: number = this.#generation): Credentials | undefined {
    if (!this.#isRead) return undefined;
    this.assertGeneration(generation);
    const left = this.#timeLeft();
    if (left <= 0) return undefined;
    // Wait for half of the lifetime: otherwise a token with a shorter lifetime would be replaced at each call.
    const isSoon = left <= this.#options.refreshAhead;
    if (isSoon && left < this.#clock.ticks() - this.#pace.succeededAt) this.#refreshInBackground();
    return this.#credentials;
  }

  /**
   * Reads the store if it has changed; a running refresh does that itself. Resolves with the generation after that
   * read, not with a later one.
   */
  ready(signal?: AbortSignal): Promise<number> {
    return this.#during(async () => {
      let generation = this.#generation;
      while (!this.#isRead && !this.#refresh) {
        const reading = (this.#reading ??= this.#read());
        generation = (await (signal ? untilAborted(reading, signal) : reading)) ?? generation;
      }
      return generation;
    });
  }

  /** Returns credentials for a call. Rejects with an AuthError. */
  async forCall(generation?: number, signal?: AbortSignal): Promise<Credentials> {
    const begunIn = this.#isRead ? this.#generation : await this.ready(signal);
    const own = generation ?? begunIn;
    for (;;) {
      const credentials = this.atHand(own) ?? (await this.#refreshed(own, signal));
      if (credentials) return credentials;
    }
  }

  /**
   * Returns credentials that replace rejected ones; undefined if it has no others to try. Rejects with an AuthError.
   */
  async instead(
    refused: Credentials,
    generation: number = this.#generation,
    signal?: AbortSignal,
  ): Promise<Credentials | undefined> {
    for (;;) {
      const other = await this.#other(refused, generation, signal);
      if (other !== 'new') return other;
      const renewed = await this.#refreshed(generation, signal);
      if (renewed) return renewed;
    }
  }

  /** Refreshes rejected credentials in the background. */
  async replace(refused: Credentials, generation: number = this.#generation): Promise<void> {
    if ((await this.#other(refused, generation)) === 'new') this.#refreshInBackground();
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

  /** Counts a call that can use a refresh. Returns its generation; undefined if the store must be read first. */
  enter(): number | undefined {
    this.#calls += 1;
    return this.#isRead ? this.#generation : undefined;
  }

  /** Marks a call as settled. */
  leave(): void {
    this.#calls -= 1;
    if (this.#calls === 0) this.#refresh?.unwantSoon(() => this.#calls === 0);
  }

  /** Runs work that a call waits for, and keeps the process alive in the meantime. */
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

  /** Milliseconds until the current credentials expire; 0 without credentials. */
  #timeLeft(): number {
    return this.#credentials ? this.timeLeft(this.#credentials) : 0;
  }

  /** Returns the replacement of rejected credentials: the current ones, none, or `'new'` for a refresh. */
  async #other(
    refused: Credentials,
    generation: number,
    signal?: AbortSignal,
  ): Promise<Credentials | 'new' | undefined> {
    if (!this.#isRead) await this.ready(signal);
    this.assertGeneration(generation);
    const left = this.#timeLeft();
    if (left > 0 && this.#credentials?.token !== refused.token) return this.#credentials;
    // If the token expired in transit, that is why it was rejected, so a refresh is allowed.
    const isResting = this.#clock.ticks() < this.#pace.restingUntil;
    return left > 0 && isResting && !this.#refresh ? undefined : 'new';
  }

  /** Starts a new generation, because the user changed. */
  #beginEra(error: AuthError = new AuthError('signed-out')): void {
    this.#generation += 1;
    this.#endRefresh(error);
  }

  /** Ends the refresh. Waiting calls get the error; without an error, they check the credentials again. */
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
    if (this.#store.isThere) await this.#during(() => this.#store.replace());
  }

  /**
   * Whether the stored credentials belong to another user. Some stores lose the owner, so the same token counts as the
   * same user.
   */
  #isOther({ token, owner }: Credentials): boolean {
    if (!this.#credentials) return this.#isSignedOut;
    const isKnown = owner !== undefined || token !== this.#credentials.token;
    return isKnown && owner !== this.#credentials.owner;
  }

  /** Reads the store, and resolves with the generation; undefined if another event made the result obsolete. */
  #read(): Promise<number | undefined> {
    const reading = this.#store.load().then((stored) => {
      if (this.#reading !== reading) return undefined;
      this.#reading = undefined;
      if (this.#refresh) return undefined;
      this.#follow(stored);
      return this.#generation;
    });
    return reading;
  }

  /** Applies the stored credentials: the user can have signed in or out elsewhere. */
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

  /** Sets new credentials. They belong to the same user unless they have another owner. */
  #take(given: Credentials, replaced: Credentials | undefined): Credentials {
    const { owner } = replaced ?? {};
    if (owner !== undefined && given.owner !== undefined && given.owner !== owner) this.#beginEra();
    return (this.#credentials = ownedBy(given.owner ?? owner, given));
  }

  /** Returns the running refresh, or starts one. */
  #join(): Refresh {
    return (this.#refresh ??= new Refresh((refresh) => this.#run(refresh), this.#clock));
  }

  /** The error of the last refresh, if it failed a moment ago. */
  get #failure(): AuthError | undefined {
    return this.#clock.ticks() < this.#pace.pausedUntil ? this.#pace.failure : undefined;
  }

  #refreshInBackground(): void {
    if (!this.#failure) this.#join().want();
  }

  /** Resolves with undefined if the refresh was cancelled before this call waited, or ended by `set`. */
  #refreshed(generation: number, signal: AbortSignal | undefined): Promise<Credentials | undefined> {
    return this.#during(async () => {
      this.assertGeneration(generation);
      if (this.#failure) throw this.#failure;
      return this.#join().wait(signal);
    });
  }

  async #run(refresh: Refresh): Promise<Credentials | undefined> {
    const isOver = (): boolean => this.#refresh !== refresh;
    try {
      const renewed = await this.#store.inLock(() => this.#renew(refresh), refresh.dropped);
      if (isOver()) return undefined;
      this.#refresh = undefined;
      const [half, succeededAt] = [this.#timeLeft() / 2, this.#clock.ticks()];
      // No Math.min, because the expiry can be NaN.
      const rest = half < this.#options.minInterval ? half : this.#options.minInterval;
      this.#pace = { ...NONE_YET, succeededAt, restingUntil: succeededAt + rest };
      return renewed;
    } catch (cause) {
      if (isOver()) return undefined;
      this.#refresh = undefined;
      // The source stopped because of the cancellation. A timed-out source didn't, and new waiting calls have waited
      // long enough.
      if (refresh.isCalledOff && (Object(cause) as Error).name !== 'TimeoutError') return undefined;
      const failure = new AuthError('failed', { cause });
      this.#pace = { ...this.#pace, failure, pausedUntil: this.#clock.ticks() + PAUSE };
      throw failure;
    }
  }

  /** Gets new credentials, unless another process already did. The result doesn't count once the refresh is dropped. */
  async #renew(refresh: Refresh): Promise<Credentials | undefined> {
    const isDropped = (): boolean => refresh.dropped.aborted;
    const stale = this.#credentials;
    const stored = await this.#store.load();
    const newer = isDropped() ? undefined : this.#adopt(stored, stale);
    if (newer || isDropped()) return newer;
    // Others changed the store, and it is empty now: they signed out.
    const isOver = stale && !stored && !this.#isRead;
    const given = isOver ? null : await this.#ask(stored ?? stale, refresh);
    if (isDropped()) return undefined;
    if (given) {
      const taken = this.#take(given, stored ?? stale);
      await this.#store.save(stored);
      return taken;
    }
    // A process without the lock might have used the same refresh token first. If the store can't be read, it might
    // have valid credentials, so the session continues.
    const current = await this.#store.read();
    const faster = isDropped() ? undefined : this.#adopt(current, stale);
    if (faster || isDropped()) return faster;
    this.#signOut(new AuthError('rejected', refresh.rejection));
    await this.#store.replace(true);
    return undefined;
  }

  /** Uses stored credentials that are newer than the stale ones. Credentials of another user end the refresh. */
  #adopt(stored: Credentials | undefined, stale: Credentials | undefined): Credentials | undefined {
    if (stored && this.#isOther(stored)) this.#follow(stored);
    else if (stored && stored.token !== stale?.token && this.timeLeft(stored) > 0)
      return this.#take(stored, stale);
    return undefined;
  }

  /** Calls the source. Resolves with null if the session has ended. */
  async #ask(stale: Credentials | undefined, refresh: Refresh): Promise<Credentials | null> {
    const { asking, dropped } = refresh;
    const { refreshTimeout } = this.#options;
    const [generation, before] = [this.#generation, this.#credentials];
    let isOver = false;
    const begin = async (signal: AbortSignal): Promise<Credentials | null> => {
      const given = await askSource(this.#source, stale, refreshTimeout, signal, this.#clock);
      // Keep late credentials: a server that rotates refresh tokens accepts only these.
      const isWanted = generation === this.#generation && before === this.#credentials;
      if (given && isOver && isWanted) await this.#keepLate(given, stale);
      return given;
    };
    try {
      if (asking.signal.aborted) throw asking.signal.reason;
      return await inTime(this.#clock, refreshTimeout, 'The refresh', begin, dropped, asking);
    } catch (thrown) {
      isOver = true;
      if (isInvalidGrant(thrown)) {
        refresh.rejection = { cause: thrown };
        return null;
      }
      throw thrown;
    }
  }

  async #keepLate(given: Credentials, replaced: Credentials | undefined): Promise<void> {
    this.#take(given, replaced);
    if (!this.#store.isThere) return;
    this.#lateSaves += 1;
    try {
      await this.#store.inLock(async () => {
        const stored = await this.#store.load();
        // Elsewhere, another user might have signed in, or this one signed out.
        if (stored ? this.#isOther(stored) : replaced !== undefined) this.#follow(stored);
        else await this.#store.save(stored);
      });
    } finally {
      this.#lateSaves -= 1;
    }
  }
}
