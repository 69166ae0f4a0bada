// Minutes of mixed load against a real server, with aborts, deadlines and faults at random. Fails when the heap
// grows, when a socket, a timer or a listener is left, when a call got lost or came home as it may not, or when the
// server saw a request that nobody sent. docs/faults.md says how to read it.
//
// npm run integration -- soak [-- --minutes=10 --seed=1]
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { makeClients } from './clients.mjs';
import { growthOf, retainedHeap } from './heap.mjs';
import { leftovers } from './leftovers.mjs';
import { Load } from './load.mjs';
import { printEnd, printLive } from './print.mjs';
import { startServer } from './start-server.mjs';
import { Tally } from './tally.mjs';
import { Transport } from './transport.mjs';

const SAMPLES = 40;
const MOST_CONNECTIONS = 200;
const LIVE_EVERY = 10_000;
/** The first fifth of a run compiles code and fills pools; then five samples at each end are compared. */
const WINDOW = { warmUp: 0.2, count: 5 };
const MOST_GROWTH = 1;
const PATIENCE = 30_000;

// By npm run integration -- soak V8 compiles nothing to machine code either: what it keeps of that comes and goes by megabytes.
if (!globalThis.gc)
  throw new Error('Memory is measured after collections: run it by npm run integration -- soak.');
// Sharing of polls, as in React Native: a window, and no document.
globalThis.window = globalThis;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const duration = Number(values.minutes) * 60_000;

const server = await startServer();
const transport = new Transport();
const tally = new Tally();
const longLived = Array.from({ length: 3 }, () => new AbortController().signal);
// More than one listener would be warned of, and a warning fails the run.
setMaxListeners(1, ...longLived);
process.on('warning', ({ message }) => tally.report(`warning: ${message}`));
process.on('unhandledRejection', (thrown) => tally.report(`unhandled rejection: ${thrown}`));

const clients = makeClients(server.url, transport.fetch, (error) => tally.reported.add(error));
const load = new Load(clients, longLived, tally, Number(values.seed));

/** With nothing in flight, no cache filled and no idle connection: what these take differs from moment to moment. */
const heapAtRest = async () => {
  clients.cache.clear();
  // One that is never idle is found in the end.
  for (let tries = 0; tries < 500 && (await server.ask('hangUp')) > 0; tries += 1) await sleep(10);
  return retainedHeap();
};

// The platform keeps something for as many connections as there ever were at once.
await Promise.all(Array.from({ length: MOST_CONNECTIONS }, () => clients.plain.slow({ ms: 500 })));

const begun = performance.now();
const samples = [];
let lastLive = 0;
for (let sample = 1; sample <= SAMPLES; sample += 1) {
  load.start();
  const until = (duration * sample) / SAMPLES;
  for (let elapsed = performance.now() - begun; elapsed < until; elapsed = performance.now() - begun) {
    await sleep(Math.min(500, until - elapsed));
    if (elapsed - lastLive < LIVE_EVERY) continue;
    lastLive = elapsed;
    printLive({ elapsed, tally, transport, heap: samples.at(-1), ...(await server.ask('count')) });
  }
  const stuck = await load.stop();
  for (const scenario of stuck) tally.report(`${scenario}: never came to its end`);
  if (stuck.length > 0) break;
  samples.push(await heapAtRest());
}

const left = await leftovers(server, longLived);
const problems = [
  ...tally.problems,
  ...transport.problems(await server.ask('count'), await server.ask('seen')),
  ...Object.entries(left).flatMap(([what, count]) => (count === 0 ? [] : [`left: ${count} ${what}`])),
];
const growth = growthOf(samples, WINDOW);
if (tally.started !== tally.settled) problems.push(`${tally.started - tally.settled} calls got lost`);
if (growth.percent > MOST_GROWTH) problems.push(`the heap grew by ${growth.percent.toFixed(2)} %`);
printEnd({ tally, transport, ...(await server.ask('count')), samples, growth, left, problems });
await server.stop();
if (problems.length > 0) process.exitCode = 1;
// By itself; what would keep the process is a problem of its own.
setTimeout(() => {
  console.error('something keeps the process alive');
  process.exit(1);
}, PATIENCE).unref();
