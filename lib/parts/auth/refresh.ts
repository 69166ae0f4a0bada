import { AbortError, abortWith, type Clock, MAX_DELAY, untilAborted } from '../../core/seats.js';
import type { AuthError, Credentials } from './credentials.js';

/** Milliseconds after the last call for which a refresh in the background goes on, where it holds up the end of a process. */
const PATIENCE = 1000;

/** Milliseconds after a refresh that failed until the next one. */
const PAUSE_AFTER_FAILURE = 1000;

/**
 * A clock whose timers keep no process alive: what goes on in the background must not hold up a program that has done
 * its work. A call that waits has to come home, and so is waited for by a timer of its own.
 */
export class WaitingClock implements Clock {
  readonly #clock: Clock;
  #waiting = 0;
  #keepingAlive: unknown;

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
    const timer = this.#clock.setTimeout(task, ms);
    // In a browser it is a number.
    (timer as { unref?(): void } | undefined)?.unref?.();
    return timer;
  }

  clearTimeout(timer: unknown): void {
    this.#clock.clearTimeout(timer);
  }

  /** A call waits for the work. */
  async during<T>(begin: () => Promise<T>): Promise<T> {
    if (this.#waiting === 0) this.#keepingAlive = this.#clock.setTimeout(() => undefined, MAX_DELAY);
    this.#waiting += 1;
    try {
      return await begin();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#clock.clearTimeout(this.#keepingAlive);
    }
  }
}

/** One refresh that runs, and how many wait for it. It is called off when no call does any more. */
export class Refresh {
  /** The source's signal: aborts when it has taken too long, and when no call wants what it gives. */
  readonly asking: AbortController = new AbortController();
  /** Whether it was called off as no call waited; some may wait again by now. */
  isCalledOff = false;
  readonly #dropping = new AbortController();
  readonly #outcome: Promise<Credentials | undefined>;
  readonly #clock: Clock;
  #waiting = 0;
  #isWanted = false;
  #isSettled = false;
  #timer: unknown;

  /** @param run Gets the credentials; undefined where the source heeds that the refresh is called off. */
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

  /** It runs in the background, for calls to come. */
  want(): void {
    this.#isWanted = true;
  }

  /** All calls have come home: it goes on for a moment, unless others come by then. */
  unwantSoon(isOver: () => boolean): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = this.#clock.setTimeout(() => {
      if (!isOver()) return;
      this.#isWanted = false;
      this.#leave();
    }, PATIENCE);
    // A page, whose timers are numbers, ends whatever is on its way.
    if (typeof this.#timer === 'number') this.#clock.clearTimeout(this.#timer);
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

  /** All who wait get the error, and what comes of it is dropped. */
  drop(error: Error): void {
    abortWith(this.#dropping, error);
  }

  #leave(): void {
    if (this.#waiting > 0 || this.#isWanted || this.#isSettled) return;
    this.isCalledOff = true;
    abortWith(this.asking, new AbortError('Nobody waits for the credentials any more.'));
  }
}

/** How the last refresh went, and how soon there may be another. By the clock that nobody sets, in milliseconds. */
export class Pace {
  readonly #clock: Clock;
  #succeededAt = -Infinity;
  #restingUntil = -Infinity;
  #failure: AuthError | undefined;
  #pausedUntil = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Since one has brought credentials. */
  get age(): number {
    return this.#clock.ticks() - this.#succeededAt;
  }

  /** Whether a refusal starts no refresh. */
  get isResting(): boolean {
    return this.#clock.ticks() < this.#restingUntil;
  }

  /** What the last one failed with, where that was a moment ago. */
  get failure(): AuthError | undefined {
    return this.#clock.ticks() < this.#pausedUntil ? this.#failure : undefined;
  }

  /** One has failed. */
  failed(error: AuthError): void {
    this.#failure = error;
    this.#pausedUntil = this.#clock.ticks() + PAUSE_AFTER_FAILURE;
  }

  /** One has brought credentials: for so long a refusal starts no other. */
  succeeded(rest: number): void {
    this.#succeededAt = this.#clock.ticks();
    this.#restingUntil = this.#succeededAt + rest;
    this.#failure = undefined;
  }
}
