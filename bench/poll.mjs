import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuNs } from './measure/cpu.mjs';
import { settledHeap } from './measure/heap.mjs';
import { median } from './measure/statistics.mjs';
import { bareStub } from './measure/stubs.mjs';
import { atMost, below, facts } from './report/suite-result.mjs';

export const title = 'Polling';

export const how = `This section measures one response that reaches many callers of the same poll, and many polls that each wait for their next request. The process looks like a browser's tab (\`window\` and \`document\`), where polls are shared. The time of a response is from the first caller's callback to the end of the turn in which the last callback ran.`;

const FEW = 100;
const MANY = 10_000;
const NEVER = 1e9;

// Polls are shared only if there is a window. The fake document counts its listeners.
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
// Node warns about many listeners, but browsers don't.
setMaxListeners(0, tab);

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

/** Milliseconds until one response reaches this many callers, and milliseconds to stop them all. */
const measureRounds = async ({ api, poll }, callers, rounds) => {
  const taken = [];
  let begun = 0;
  let heard = 0;
  let told;
  const callback = () => {
    heard += 1;
    if (heard === 1) begun = cpuNs();
    if (heard < callers) return;
    heard = 0;
    queueMicrotask(() => {
      taken.push((cpuNs() - begun) / 1e6);
      told();
    });
  };
  const stops = Array.from({ length: callers }, () => poll(api.job, { id: 1 }, callback, { every: 1 }));
  for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => (told = resolve));
  const begunStopping = cpuNs();
  for (const stop of stops) stop();
  // The first rounds run uncompiled code.
  return { answer: median(taken.slice(8)), stopping: (cpuNs() - begunStopping) / 1e6 };
};

/** Polls that received a response and wait for the next request. */
const startDistinct = async ({ api, poll }) => {
  let heard = 0;
  const callback = () => (heard += 1);
  const stops = Array.from({ length: MANY }, (_, id) => poll(api.job, { id }, callback, { every: NEVER }));
  while (heard < MANY) await sleep(1);
  return stops;
};

const measureMemory = async (client) => {
  // Warm up: code and caches that all polls share don't count as the cost of one.
  for (const stop of await startDistinct(client)) stop();
  const timersBefore = timers();
  const before = await settledHeap();
  const stops = await startDistinct(client);
  const held = await settledHeap();
  const timersHeld = timers() - timersBefore;
  for (const stop of stops.splice(0)) stop();
  const after = await settledHeap();
  return {
    perPoll: (held - before) / MANY,
    left: (after - before) / MANY,
    timersHeld,
    timersLeft: timers() - timersBefore,
  };
};

export const run = async ({ quick }) => {
  globalThis.window = globalThis;
  globalThis.document = tab;
  const { build } = await import('./contenders/homing.mjs');
  const requests = { job: build.defineRequest()({ method: 'GET', path: '/jobs/:id' }) };
  const api = build.createApi({ baseUrl: 'https://api.example.com', requests, fetch: bareStub });
  const client = { api, poll: build.poll };
  const rounds = quick ? 20 : 60;
  const few = await measureRounds(client, FEW, rounds * 5);
  const many = await measureRounds(client, MANY, rounds);
  const { perPoll, left, timersHeld, timersLeft } = await measureMemory(client);
  const perCaller = ({ answer }, callers) => (answer * 1000) / callers;
  return {
    tables: [
      facts('Callers and polls', [
        ['one response to 10,000 callers of one poll', many.answer, 'ms'],
        ['of which per caller', perCaller(many, MANY), 'µs'],
        ['per caller, with 100 callers', perCaller(few, FEW), 'µs'],
        ['stopping 10,000 callers', many.stopping, 'ms'],
        ['memory per waiting poll, with 10,000 polls', perPoll / 1000, 'kB'],
        ['timers while 10,000 wait', timersHeld, '', 0],
        ['memory left per poll after all are stopped', left / 1000, 'kB'],
        ['timers left', timersLeft, '', 0],
        ['listeners left on the document', tab.listeners, '', 0],
      ]),
    ],
    goals: [
      below('one response to 10,000 callers of one poll', many.answer, 5, ' ms'),
      below('memory per waiting poll', perPoll / 1000, 3, ' kB'),
      atMost('memory left per poll after all are stopped', left / 1000, 0.05, ' kB'),
      atMost('timers and listeners left', timersLeft + tab.listeners, 0, '', 0),
    ],
    charts: [],
  };
};
