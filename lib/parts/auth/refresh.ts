import { AbortError, abortWith, type Clock, untilAborted } from '../../core/seats.js';
import type { Credentials } from './credentials.js';

/** A timer as those of Node are. */
interface KeepingTimer {
  ref(): unknown;
  unref(): unknown;
}

/** Whether a process lives on for a timer: on some platforms a timer is a number, and there are no processes. */
export const keepsAlive = (timer: unknown): timer is KeepingTimer =>
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

  /**
   * @param run Gets the credentials; undefined where the source heeds that the refresh is called off. What comes of it
   *   when the refresh is dropped, nobody gets.
   */
  constructor(run: (refresh: Refresh) => Promise<Credentials | undefined>) {
    this.#outcome = Promise.resolve().then(() => untilAborted(run(this), this.dropped));
    const settled = (): void => {
      this.#isSettled = true;
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

  /** No calls are to come. */
  unwant(): void {
    this.#isWanted = false;
    this.#leave();
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
