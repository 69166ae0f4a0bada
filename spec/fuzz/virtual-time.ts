import { AsyncLocalStorage } from 'node:async_hooks';
import { ManualClock } from '../support/manual-clock.js';

/** Whoever a request is sent for: a run of a call, or a poll. */
export interface Asker {
  /** When its deadline passes, in virtual milliseconds; Infinity for none. */
  readonly endsAt: number;
  /** Whether it was aborted or stopped, as far as its caller can know. */
  readonly isOver: () => boolean;
}

const storage = new AsyncLocalStorage<Asker>();

/** Follows a call through everything that it waits for, so that each request is known by the call that sends it. */
export const userKeyOf = {
  get current(): Asker | undefined {
    return storage.getStore();
  },
  run: <T>(asker: Asker, task: () => T): T => storage.run(asker, task),
  /** The task as it would run now: timers of a virtual clock are run by whoever moves it. */
  carried: (task: () => void): (() => void) => {
    const asker = storage.getStore();
    return asker ? () => storage.run(asker, task) : task;
  },
};

/** What is replaced while a scenario runs. */
interface Replaced {
  setTimeout: unknown;
  clearTimeout: unknown;
  console: unknown;
  fetch: unknown;
}

/** The day on which every scenario begins: long after 1970, so that the clock can be set back. */
const DAY = Date.UTC(2026, 0, 1);

const globals = globalThis as unknown as Replaced;

/** The longest delay that a platform's timer takes; a longer one, as NaN, fires after a millisecond. */
const LONGEST = 2 ** 31 - 1;

/**
 * Time that stands still until everything that waits for no time has run. It takes the place of the platform's timers,
 * of `Date.now` and of `Math.random`, so that a day costs nothing and a run can be repeated.
 */
export class VirtualTime {
  readonly #clock = new ManualClock();
  /** What tasks of timers threw. */
  readonly uncaught: unknown[] = [];
  #own = 0;
  /** What the day is ahead of the timers. */
  #ahead = 0;

  get now(): number {
    return this.#clock.now();
  }

  /** How many timers others than the scenario itself have set. */
  get foreignTimers(): number {
    return this.#clock.pending - this.#own;
  }

  /** Sets `Date.now` forward, or back; the timers go on as before. */
  jump(ms: number): void {
    this.#ahead += ms;
  }

  /** Replaces the platform's; gives what puts that back. */
  install(replace: Partial<Replaced>): () => void {
    const { now } = Date;
    const elapsed = performance.now;
    const { random } = Math;
    const { stackTraceLimit } = Error;
    // Stacks of errors that nobody reads take a tenth of the time.
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

  /** For the scenario's own waits, which don't count as left behind. */
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

  /** Moves on to the next timer; false when there is none. */
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

/** Lets everything run that waits for no time: promises, and streams, which may take a macrotask more. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
