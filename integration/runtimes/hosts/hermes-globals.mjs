// Globals that an app has in addition to the engine, and that the specs need: a console, events and timers.
// setTimeout of the command line ignores the delay, so here the time advances when no other work is left.
import EventTarget from 'event-target-shim';

const print = (...values) => globalThis.print(...values);
const nextTask = globalThis.setTimeout;

const timers = new Map();
let now = 0;
let newest = 0;
let isDriven = false;

const drive = () => {
  const [first] = [...timers].sort(([a, one], [b, other]) => one.due - other.due || a - b);
  isDriven = !!first;
  if (!first) return;
  const [id, { due, task }] = first;
  timers.delete(id);
  now = Math.max(now, due);
  nextTask(drive, 0);
  task();
};

const start = (task, ms = 0) => {
  newest += 1;
  timers.set(newest, { due: now + Math.max(0, Number(ms) || 0), task });
  if (!isDriven) nextTask(drive, 0);
  isDriven = true;
  return newest;
};

const repeat = (task, ms) => {
  const again = () => {
    timers.set(id, { due: now + Math.max(1, Number(ms) || 0), task: again });
    task();
  };
  const id = start(again, ms);
  return id;
};

const stop = (id) => void timers.delete(id);

Object.assign(globalThis, {
  setTimeout: start,
  clearTimeout: stop,
  setInterval: repeat,
  clearInterval: stop,
  // The engine's version would advance the time before it runs.
  setImmediate: (task) => start(task),
  console: { log: print, error: print, warn: print, debug: print, assert: () => undefined },
  performance: { now: () => now },
  EventTarget,
  Event: class {
    constructor(type) {
      this.type = type;
    }
  },
});
