// What polls cost: the round in which one answer reaches 10,000 callers of one poll, the memory of a poll that
// waits, and what is left when all were stopped. It prints and judges nothing.
//
// npm run bench:poll
import { spawnSync } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bareStub } from './stubs.mjs';

const COUNT = 10_000;
const ROUNDS = 41;
const NEVER = 1e9;

// Only a collection that is asked for makes memory comparable, and node takes the flag at its start only.
if (!globalThis.gc) {
  const { status } = spawnSync(process.execPath, ['--expose-gc', fileURLToPath(import.meta.url)], {
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

// Polls are shared where there is a window; the document counts its listeners.
const tab = Object.assign(new EventTarget(), { visibilityState: 'visible', listeners: 0 });
for (const [name, step] of [
  ['addEventListener', 1],
  ['removeEventListener', -1],
]) {
  tab[name] = (...args) => {
    tab.listeners += step;
    EventTarget.prototype[name].apply(tab, args);
  };
}
// Node warns of many listeners, and browsers don't.
setMaxListeners(0, tab);
globalThis.window = globalThis;
globalThis.document = tab;

const { createApi, defineRequest, poll } = await import('../dist/index.js');

const requests = { job: defineRequest()({ method: 'GET', path: '/jobs/:id' }) };
const api = createApi({ baseUrl: 'http://api.test', requests, fetch: bareStub });

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const usedMemory = async () => {
  // What is due at once, and finalizers, have their turn between the collections.
  for (let turn = 0; turn < 4; turn += 1) {
    globalThis.gc();
    await sleep(10);
  }
  return process.memoryUsage().heapUsed;
};

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** From the first caller's callback to the end of the turn in which the last one got the answer. */
const measureRound = async () => {
  const rounds = [];
  let begun = 0;
  let heard = 0;
  let told;
  const callback = () => {
    heard += 1;
    if (heard === 1) begun = performance.now();
    if (heard < COUNT) return;
    heard = 0;
    queueMicrotask(() => {
      rounds.push(performance.now() - begun);
      told();
    });
  };
  const stops = Array.from({ length: COUNT }, () => poll(api.job, { id: 1 }, callback, { every: 1 }));
  for (let round = 0; round < ROUNDS; round += 1) await new Promise((resolve) => (told = resolve));
  const begunStopping = performance.now();
  for (const stop of stops) stop();
  // The first rounds run code that is not compiled yet.
  return {
    round: median(rounds.slice(8)),
    worst: Math.max(...rounds.slice(8)),
    stopping: performance.now() - begunStopping,
  };
};

/** Polls that have had their answer and wait for the next. */
const startDistinct = async () => {
  let heard = 0;
  const callback = () => (heard += 1);
  const stops = Array.from({ length: COUNT }, (_, id) => poll(api.job, { id }, callback, { every: NEVER }));
  while (heard < COUNT) await sleep(1);
  return stops;
};

const measureMemory = async () => {
  // Code and caches that any poll needs are not the cost of one.
  for (const stop of await startDistinct()) stop();
  const before = await usedMemory();
  const stops = await startDistinct();
  const held = await usedMemory();
  const timersHeld = timers();
  for (const stop of stops.splice(0)) stop();
  const after = await usedMemory();
  return { perPoll: (held - before) / COUNT, left: (after - before) / COUNT, timersHeld };
};

const { round, worst, stopping } = await measureRound();
const { perPoll, left, timersHeld } = await measureMemory();
const row = (label, value, goal = '') => console.log(`  ${label.padEnd(52)}${value.padStart(12)}  ${goal}`);

console.log(`node ${process.version}, ${process.arch}; ${COUNT} callers, ${COUNT} polls\n`);
row('one answer to all callers of one poll, median', `${round.toFixed(2)} ms`, '(goal: under 5 ms)');
row('the same, worst round', `${worst.toFixed(2)} ms`);
row('stopping all of them', `${stopping.toFixed(2)} ms`);
row('memory of one distinct poll that waits', `${(perPoll / 1000).toFixed(2)} kB`, '(goal: under 3 kB)');
row('timers while all of those wait', String(timersHeld));
row('left per poll after stopping all', `${(left / 1000).toFixed(2)} kB`, '(goal: 0)');
row('timers left', String(timers()), '(goal: 0)');
row('listeners left on the document', String(tab.listeners), '(goal: 0)');
