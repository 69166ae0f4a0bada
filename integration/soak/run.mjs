// Runs minutes of mixed load against a real server, with random aborts, timeouts and faults. Fails if the heap grows,
// if a socket, a timer or a listener remains, if a call doesn't end or has an unexpected outcome, or if the server
// receives an unexpected request. docs/faults.md explains the output.
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
/**
 * The first fifth of a run compiles code and fills pools. After that, the first and the last five samples are
 * compared.
 */
const WINDOW = { warmUp: 0.2, count: 5 };
const MOST_GROWTH = 1;
const PATIENCE = 30_000;

// npm run integration -- soak also turns off V8's optimizing compilers, because their memory varies by megabytes.
if (!globalThis.gc)
  throw new Error('Memory is measured after collections: run it by npm run integration -- soak.');
// Enable shared polls, as in React Native: define a window but no document.
globalThis.window = globalThis;

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
});
const duration = Number(values.minutes) * 60_000;

const server = await startServer();
const transport = new Transport();
const tally = new Tally();
const longLived = Array.from({ length: 3 }, () => new AbortController().signal);
// Node warns about more than one listener, and a warning fails the run.
setMaxListeners(1, ...longLived);
process.on('warning', ({ message }) => tally.report(`warning: ${message}`));
process.on('unhandledRejection', (thrown) => tally.report(`unhandled rejection: ${thrown}`));

const clients = makeClients(server.url, transport.fetch, (error) => tally.reported.add(error));
const load = new Load(clients, longLived, tally, Number(values.seed));

/** Measures without requests in flight, filled caches and idle connections, because their memory varies. */
const heapAtRest = async () => {
  clients.cache.clear();
  // A connection that is never idle is found at the end.
  for (let tries = 0; tries < 500 && (await server.ask('hangUp')) > 0; tries += 1) await sleep(10);
  return retainedHeap();
};

// The platform keeps memory for the highest number of concurrent connections.
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
// The process must exit by itself. A resource that keeps it alive is a separate problem.
setTimeout(() => {
  console.error('something keeps the process alive');
  process.exit(1);
}, PATIENCE).unref();
