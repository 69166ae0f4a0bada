import { AbortError, abortWith, type Clock, untilAborted } from '../../core/seats.js';
import type { AuthError, Credentials } from './credentials.js';

/** A timer as those of Node are. */
interface KeepingTimer {
  ref(): unknown;
  unref(): unknown;
}

/** Whether a process lives on for a timer: on some platforms a timer is a number, and there are no processes. */
const keepsAlive = (timer: unknown): timer is KeepingTimer =>
  typeof (timer as Partial<KeepingTimer> | undefined)?.unref === 'function';

/**
 * A clock whose timers keep a process alive only while somebody waits: what goes on in the background must not hold up
 * a program that has done its work, and a call that waits has to come home.
 */
export class WaitingClock implements Clock {
  readonly #clock: Clock;
  readonly #timers = new Set<KeepingTimer>();
  #waiting = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  ticks(): number {
    return this.#clock.ticks();
  }

  setTimeout(task: () => void, ms: number): unknown {
    const timer = this.#clock.setTimeout(() => {
      this.#timers.delete(timer as KeepingTimer);
      task();
    }, ms);
    if (keepsAlive(timer)) {
      this.#timers.add(timer);
      if (this.#waiting === 0) timer.unref();
    }
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#timers.delete(timer as KeepingTimer);
    this.#clock.clearTimeout(timer);
  }

  /** Somebody waits for the work. */
  async during<T>(begin: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    if (this.#waiting === 1) for (const timer of this.#timers) timer.ref();
    try {
      return await begin();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) for (const timer of this.#timers) timer.unref();
    }
  }
}

/** Milliseconds after the last call for which a refresh in the background goes on, where it holds up the end of a process. */
const PATIENCE = 1000;

/** Milliseconds after a refresh that failed until the next one. */
const PAUSE_AFTER_FAILURE = 1000;

/** One refresh that runs, and how many wait for it. It is called off when nobody does any more. */
export class Refresh {
  /** The source's signal: aborts when it has taken too long, and when nobody wants what it gives. */
  readonly asking: AbortController = new AbortController();
  readonly #dropping = new AbortController();
  readonly #outcome: Promise<Credentials | undefined>;
  #waiting = 0;
  #isSettled = false;
  #isCalledOff = false;
  #isWanted = false;
  readonly #clock: Clock;
  #timer: unknown;

  /**
   * @param run Gets the credentials; undefined where the source heeds that the refresh is called off. What comes of it
   *   when the refresh is dropped, nobody gets.
   */
  constructor(run: (refresh: Refresh) => Promise<Credentials | undefined>, clock: Clock) {
    this.#clock = clock;
    this.#outcome = Promise.resolve().then(() => untilAborted(run(this), this.dropped));
    const settled = (): void => {
      this.#isSettled = true;
      clock.clearTimeout(this.#timer);
    };
    this.#outcome.then(settled, settled);
  }

  /** Aborts when the user has changed for whom it runs. */
  get dropped(): AbortSignal {
    return this.#dropping.signal;
  }

  /** Whether it was called off as nobody waited; somebody may wait again by now. */
  get isCalledOff(): boolean {
    return this.#isCalledOff;
  }

  /** It runs in the background, for calls to come. */
  want(): void {
    this.#isWanted = true;
  }

  /**
   * All calls have come home: it goes on for a moment, unless others come by then.
   *
   * @param isOver Whether that is so still.
   */
  unwantSoon(isOver: () => boolean): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => {
      if (!isOver()) return;
      this.#isWanted = false;
      this.#leave();
    }, PATIENCE);
    // A page ends whatever is on its way.
    if (!keepsAlive(this.#timer)) this.#clock.clearTimeout(this.#timer);
  }

  /** What it comes to, for one who waits; undefined where it was called off before. Rejects with an AuthError. */
  async wait(signal: AbortSignal | undefined): Promise<Credentials | undefined> {
    this.#waiting += 1;
    try {
      return await (signal ? untilAborted(this.#outcome, signal) : this.#outcome);
    } finally {
      this.#waiting -= 1;
      this.#leave();
    }
  }

  /** It is for nobody any more: all who wait get the error. */
  drop(error: Error): void {
    abortWith(this.#dropping, error);
  }

  #leave(): void {
    if (this.#waiting > 0 || this.#isWanted || this.#isSettled) return;
    this.#isCalledOff = true;
    abortWith(this.asking, new AbortError('Nobody waits for the credentials any more.'));
  }
}

/** How the last refresh went, and how soon there may be another. Times are those of the clock that nobody sets. */
export class Pace {
  readonly #clock: Clock;
  #succeededAt = -Infinity;
  /** Milliseconds from then in which a refusal starts no refresh. */
  #rest = 0;
  #failure: { readonly error: AuthError; readonly at: number } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds since one has brought credentials. */
  get age(): number {
    return this.#clock.ticks() - this.#succeededAt;
  }

  /** Whether a refusal starts no refresh. */
  get isResting(): boolean {
    return this.age < this.#rest;
  }

  /** What the last one failed with, where that was a moment ago. */
  get failure(): AuthError | undefined {
    const { error, at = -Infinity } = this.#failure ?? {};
    return this.#clock.ticks() - at < PAUSE_AFTER_FAILURE ? error : undefined;
  }

  /**
   * One has ended.
   *
   * @param rest Milliseconds in which a refusal starts no refresh, where it brought credentials.
   */
  ended(error: AuthError | undefined, rest: number): void {
    const at = this.#clock.ticks();
    this.#failure = error && { error, at };
    if (error) return;
    this.#succeededAt = at;
    this.#rest = rest;
  }
}
