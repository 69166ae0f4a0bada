// Who has set which timer: one that is left when all is over is somebody's. To be imported before anything else.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Holds the name of the run that is on its way. */
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

/** Timers that are set and keep the process alive: whose, and for how long. */
export const timersLeft = () => [...left].filter(([timer]) => timer.hasRef()).map(([, whose]) => whose);
