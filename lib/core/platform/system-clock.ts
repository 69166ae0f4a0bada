import type { Clock } from './clock.js';

/** The platform's own timers, looked up at each use so that fake timers installed later are seen. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // Some engines under React Native have none.
  ticks: () => ((globalThis as { performance?: Performance }).performance ?? Date).now(),
  setTimeout: (task, ms) => globalThis.setTimeout(task, ms),
  clearTimeout: (timer) => {
    globalThis.clearTimeout(timer as number);
  },
};
