// Runs setups of homing in their own process, against the servers of the parent. An open resource would keep the
// process alive.
import { running, timersLeft } from './timers.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setMaxListeners } from 'node:events';
import { inspect } from 'node:util';
import { observers } from '../../dist/observe.js';
import { BEHAVIOURS } from './behaviours.mjs';
import { Draw } from './draw.mjs';
import { drawEndpoint } from './endpoints.mjs';
import { drawFetch } from './fetches.mjs';
import { drawJob } from './jobs.mjs';
import { lateness, outcomesOf, problemsOfCall, problemsOfRun, slackSince } from './assertions.mjs';
import { Lag } from './lag.mjs';
import { Ledger } from './request-log.mjs';
import { drawMiddleware } from './middleware.mjs';

/** A call that exceeds its time by this much counts as hung. */
const STUCK = 8000;
/** The maximum time of a credential refresh, which continues without a call. */
const PATIENCE = 15_000;
/** The maximum lag before another run starts, in milliseconds. */
const CALM = 60;

const lag = new Lag();
const runs = [];
/** The current runs, by name. */
const open = new Set();
const owners = new WeakMap();
const send = (message) => process.send(message);
const breach = (run, problem) => send({ breach: { run, problem } });

for (const name of ['log', 'debug', 'info', 'warn', 'error', 'group', 'groupCollapsed', 'groupEnd'])
  console[name] = () => undefined;
const astray = (what) => (thrown) =>
  breach(running.getStore() ?? [...open].join(' or '), `${what}: ${inspect(thrown)}`);
process.on('unhandledRejection', astray('unhandled rejection'));
process.on('uncaughtException', astray('uncaught exception'));
process.on('warning', (warning) =>
  breach(owners.get(warning.target) ?? 'nobody', `warning: ${warning.message}`),
);

/** Settles even if the work doesn't. Records whether the work was stuck, and its rejection. */
const within = async (ms, work, seen) => {
  const patience = new AbortController();
  const stuck = sleep(ms + STUCK, undefined, patience).then(
    () => (seen.isStuck = true),
    () => undefined,
  );
  const done = (async () => work())().catch((thrown) => {
    seen.rejected = { thrown };
  });
  try {
    return await Promise.race([done, stuck.then(() => undefined)]);
  } finally {
    patience.abort();
  }
};

const throwing = () => {
  throw new Error('an observer throws');
};
const OBSERVERS = [
  [],
  [{ call: () => undefined }],
  [{ call: throwing }],
  [{ call: () => ({ attempt: throwing, note: throwing, end: throwing }) }],
  [
    {
      call: () => ({ around: (run) => run(), attempt: () => ({ response: throwing, end: () => undefined }) }),
    },
  ],
];

/** Draws a setup that calls the server at `base` with this name. The result is always the same. */
const drawRun = (seed, setup, name, base) => {
  const draw = new Draw(seed, setup);
  const ledger = new Ledger();
  const middleware = drawMiddleware(draw);
  const sender = drawFetch(draw, ledger.reaching);
  const drawn = draw.of(...OBSERVERS);
  if (drawn.length > 0) draw.say('watched');
  const config = {
    fetch: ledger.counting(sender.fetch),
    fetchOptions: sender.fetchOptions,
    middleware: middleware.list,
    log: draw.chance(0.2),
    onError: draw.of(undefined, throwing, () => Promise.reject(new Error('onError rejects'))),
    ...(drawn.length > 0 && { observers: observers(...drawn) }),
  };
  const endpoint = drawEndpoint(draw, { base, id: name }, config);
  const job = drawJob(draw, { ...endpoint, ledger, within });
  const mayThrow = ['auth', 'each', 'policy'].some((slot) => middleware.has.has(slot));
  const facts = { mayThrow, isDeduped: endpoint.dedupe === true, hasKeys: middleware.has.has('idempotency') };
  return { job, ledger, facts, isShared: endpoint.share === true, words: draw.words };
};

const runOne = async (seed, setup, number, base) => {
  const name = `${setup}.${number}`;
  const behaviour = BEHAVIOURS[number];
  const longLived = new AbortController();
  setMaxListeners(1, longLived.signal);
  owners.set(longLived.signal, name);
  open.add(name);
  const { job, ledger, facts, isShared, words } = drawRun(seed, setup, name, base);
  send({ begun: name, words });
  const calls = await job({ longLived });
  const over = performance.now();
  open.delete(name);
  for (const seen of calls) if (seen.isSeveral) seen.sent = ledger.of(seen.name);
  const together = isShared ? calls.reduce((sum, { sent = 0 }) => sum + sent, 0) : undefined;
  const problems = calls.flatMap((seen) => problemsOfCall({ ...seen, together }, behaviour, facts, lag));
  const report = {
    outcomes: calls.flatMap(outcomesOf),
    late: Math.max(...calls.map(lateness)),
    slack: Math.max(...calls.map(({ began }) => slackSince(lag, began))),
    isAnswered: calls.some(({ result }) => result?.response),
  };
  runs.push({
    name,
    run: {
      ledger,
      over,
      longLived,
      calls: calls.map(({ name: id, isSeveral }) => ({ name: id, isSeveral })),
      hasKeys: facts.hasKeys,
    },
  });
  send({ over: name, report, problems });
};

/** The resources that keep the process alive, except for the channel to the parent. */
const leftOpen = () =>
  process.getActiveResourcesInfo().filter((kind) => !['PipeWrap', 'TTYWrap'].includes(kind));

const finish = async () => {
  const until = performance.now() + PATIENCE;
  while (leftOpen().length > 0 && performance.now() < until) await sleep(20);
  for (const { name, run } of runs) for (const problem of problemsOfRun(run)) breach(name, problem);
  const timers = timersLeft();
  for (const { run, ms } of timers) breach(run, `a timer of ${ms} ms is left`);
  const others = leftOpen().filter((kind) => kind !== 'Timeout' || timers.length === 0);
  for (const kind of others) breach('the process', `is left with an open ${kind}`);
  lag.stop();
  send({ reached: Object.fromEntries(runs.map(({ name, run }) => [name, run.ledger.reached])) });
};

/** Waits while the machine is busy: the timeouts would expire before a request is sent. */
const calm = async () => {
  for (let tries = 0; tries < 20 && lag.since(performance.now() - 100) > CALM; tries += 1) await sleep(50);
};

/** Runs everything, some runs at a time. */
const runAll = async ({ seed, pairs, bases, atOnce }) => {
  const next = pairs[Symbol.iterator]();
  const work = async () => {
    for (const [setup, number] of next) {
      await calm();
      await running.run(`${setup}.${number}`, () => runOne(seed, setup, number, bases[number]));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await finish();
};

process.on('message', (message) => void (message.end ? process.disconnect() : runAll(message)));
