import type { Clock } from '../../core/seats.js';

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
