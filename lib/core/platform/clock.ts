/** The longest delay that timers take, in milliseconds; a longer one would fire at once. */
export const MAX_DELAY: number = 2 ** 31 - 1;

/** Milliseconds as a deadline: fractions round down to at least 1, too long is the longest; 0 for none. */
export const readTimeout = (given: number | undefined): number =>
  given !== undefined && given > 0 ? Math.min(Math.max(Math.floor(given), 1), MAX_DELAY) : 0;

/** Milliseconds as a timer can wait them: NaN and nothing are `byDefault`, negative is 0, too long is the longest. */
export const readDelay = (given: number | undefined, byDefault: number): number =>
  given === undefined || Number.isNaN(given) ? byDefault : Math.min(Math.max(given, 0), MAX_DELAY);

/** The edge to time: everything in homing that waits or reads the time of day does it through one of these. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds from some moment on, by a clock that nobody can set: for how long something takes. */
  ticks(): number;
  /** Runs `task` once, `ms` milliseconds from now; gives what `clearTimeout` takes. */
  setTimeout(task: () => void, ms: number): unknown;
  /** Calls a task off; nothing for what has run, and for undefined. */
  clearTimeout(timer: unknown): void;
}

/** `Clock.ticks` of the platform. Some engines under React Native have no `performance`. */
export const ticks = (): number => ((globalThis as { performance?: Performance }).performance ?? Date).now();

/** The platform's own timers, looked up at each use so that fake timers installed later are seen. */
export const systemClock: Clock = {
  now: () => Date.now(),
  ticks,
  setTimeout: (task, ms) => globalThis.setTimeout(task, ms),
  clearTimeout: (timer) => {
    globalThis.clearTimeout(timer as number);
  },
};

/** Waits until everything else had its turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => globalThis.setTimeout(resolve, 0));

/**
 * A number from `least` up to `most`, evenly spread.
 *
 * @param random Gives a number from 0 up to 1. By default `Math.random`, as it is at the time.
 */
export const randomBetween = (
  least: number,
  most: number,
  random: () => number = () => Math.random(),
): number => least + random() * (most - least);
