// Records which run set a timer, so that a remaining timer can be attributed. Import this file before all others.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Stores the name of the current run. */
export const running = new AsyncLocalStorage();

const left = new Map();
const { setTimeout: set, clearTimeout: clear } = globalThis;

globalThis.setTimeout = Object.assign((task, ms, ...rest) => {
  const timer = set(
    (...given) => {
      left.delete(timer);
      task(...given);
    },
    ms,
    ...rest,
  );
  left.set(timer, { run: running.getStore() ?? 'nobody', ms });
  return timer;
}, set);
globalThis.clearTimeout = (timer) => {
  left.delete(timer);
  clear(timer);
};

/** The pending timers that keep the process alive, with their run and delay. */
export const timersLeft = () => [...left].filter(([timer]) => timer.hasRef()).map(([, whose]) => whose);
