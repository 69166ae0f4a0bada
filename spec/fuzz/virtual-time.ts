import { AsyncLocalStorage } from 'node:async_hooks';
import { ManualClock } from '../support/manual-clock.js';

/** The run or the poll that a request is sent for. */
export interface Asker {
  /** The time of its timeout, in virtual milliseconds; Infinity for none. */
  readonly endsAt: number;
  /** Whether its caller aborted or stopped it. */
  readonly isOver: () => boolean;
}

const storage = new AsyncLocalStorage<Asker>();

/** Tracks a call through all its async work, so that each request can be assigned to its call. */
export const userKeyOf = {
  get current(): Asker | undefined {
    return storage.getStore();
  },
  run: <T>(asker: Asker, task: () => T): T => storage.run(asker, task),
  /** Binds a task to the current context, because the code that advances the virtual clock runs the timers. */
  carried: (task: () => void): (() => void) => {
    const asker = storage.getStore();
    return asker ? () => storage.run(asker, task) : task;
  },
};

/** The globals that are replaced while a scenario runs. */
interface Replaced {
  setTimeout: unknown;
  clearTimeout: unknown;
  console: unknown;
  fetch: unknown;
}

/** The start date of every scenario, long after 1970, so that the clock can be set back. */
const DAY = Date.UTC(2026, 0, 1);

const globals = globalThis as unknown as Replaced;

/** The longest delay of a platform's timer. A timer with a longer delay or NaN fires after one millisecond. */
const LONGEST = 2 ** 31 - 1;

/**
 * Virtual time, which advances only when no other work is left. It replaces the platform's timers, `Date.now` and
 * `Math.random`, so that waits are free and a run can be repeated.
 */
export class VirtualTime {
  readonly #clock = new ManualClock();
  /** The errors of timer tasks. */
  readonly uncaught: unknown[] = [];
  #own = 0;
  /** The offset of `Date.now` from the timers. */
  #ahead = 0;

  get now(): number {
    return this.#clock.now();
  }

  /** The number of pending timers that the scenario itself didn't set. */
  get foreignTimers(): number {
    return this.#clock.pending - this.#own;
  }

  /** Moves `Date.now` forward or back, without affecting the timers. */
  jump(ms: number): void {
    this.#ahead += ms;
  }

  /** Replaces the platform's globals. Returns a function that restores them. */
  install(replace: Partial<Replaced>): () => void {
    const { now } = Date;
    const elapsed = performance.now;
    const { random } = Math;
    const { stackTraceLimit } = Error;
    // Stack traces of errors would take a tenth of the time.
    Error.stackTraceLimit = 0;
    const { setTimeout, clearTimeout, console, fetch } = globals;
    Object.assign(globals, { ...this.#timers(), ...replace });
    Date.now = () => DAY + this.now + this.#ahead;
    performance.now = () => this.now;
    let drawn = 0;
    Math.random = () => (drawn = (drawn + 0.37) % 1);
    return () => {
      Object.assign(globals, { setTimeout, clearTimeout, console, fetch });
      Date.now = now;
      performance.now = elapsed;
      Math.random = random;
      Error.stackTraceLimit = stackTraceLimit;
    };
  }

  /** A timer for the scenario's own waits, which doesn't count as a remaining timer. */
  after(ms: number, task: () => void): void {
    this.#own += 1;
    this.#clock.setTimeout(() => {
      this.#own -= 1;
      this.#run(task);
    }, ms);
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Advances to the next timer; false if there is none. */
  next(): boolean {
    const { untilNext } = this.#clock;
    if (untilNext === undefined) return false;
    this.#clock.move(untilNext);
    return true;
  }

  #timers(): Pick<Replaced, 'setTimeout' | 'clearTimeout'> {
    return {
      setTimeout: (task: () => void, ms: number) =>
        this.#clock.setTimeout(
          userKeyOf.carried(() => this.#run(task)),
          ms >= 0 && ms <= LONGEST ? Math.trunc(ms) : 1,
        ),
      clearTimeout: (timer: unknown) => this.#clock.clearTimeout(timer),
    };
  }

  #run(task: () => void): void {
    try {
      task();
    } catch (thrown) {
      this.uncaught.push(thrown);
    }
  }
}

const { setImmediate } = globalThis;

/** Runs all work that doesn't wait for a timer: promises, and streams, which can take one macrotask more. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
