// Finds bugs that occur once in 100,000 calls, which large users meet but handwritten specs don't. Runs the fuzz
// specs for a million calls against the built package, and the full length of every spec that `npm test` shortens:
//
//   npm run integration -- fuzz --calls=1000000 --workers=2 --seed=7
//   npm run integration -- fuzz --seed=7 --path=38:0:1      (printed by a failure; repeats this scenario)
import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { bundleCampaign } from './bundle.mjs';
import { runSpecs } from './specs.mjs';

/** The scenarios of one batch. A batch takes some seconds. */
const BATCH = 3000;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '1000000' },
    workers: { type: 'string', default: String(Math.min(availableParallelism(), 8)) },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string' },
  },
});
const wanted = Number(values.calls);
const seed = Number(values.seed);

const began = performance.now();
const seconds = () => (performance.now() - began) / 1000;
const total = { calls: 0, requests: 0, counts: new Map(), failure: undefined };

const add = ({ calls, requests, counts, failure }) => {
  total.calls += calls;
  total.requests += requests;
  total.failure ??= failure;
  for (const [name, count] of counts) total.counts.set(name, (total.counts.get(name) ?? 0) + count);
};

const speed = () => `${Math.round(total.calls / seconds())} calls/s`;

const progress = () => {
  console.log(`${total.calls} calls, ${Math.round(seconds())} s, ${speed()}`);
};

/** Sends batches to a worker until there were enough calls, or a scenario failed. */
const drive = (url, nextBatch) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { url } });
    const ask = () => {
      const batch = nextBatch();
      if (batch) worker.postMessage(batch);
      else void worker.terminate().then(resolve);
    };
    worker.on('error', reject);
    worker.on('message', (done) => {
      const before = Math.floor(total.calls / 100_000);
      add(done);
      if (Math.floor(total.calls / 100_000) > before) progress();
      ask();
    });
    ask();
  });

const batches = () => {
  let count = 0;
  if (values.path !== undefined)
    return () => (count++ === 0 ? { seed, runs: 1, path: values.path } : undefined);
  return () => (total.failure || total.calls >= wanted ? undefined : { seed: seed + count++, runs: BATCH });
};

const print = () => {
  const outcomes = [...total.counts].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, count] of outcomes) {
    const share = name.startsWith('outcome') ? `${((100 * count) / total.calls).toFixed(1)} %` : '';
    console.log(`${String(count).padStart(9)}  ${name.padEnd(52)} ${share}`.trimEnd());
  }
  console.log(`${total.calls} calls, ${total.requests} requests, ${Math.round(seconds())} s, ${speed()}`);
};

console.log(`seed ${seed}`);
const { folder, url } = await bundleCampaign();
try {
  const nextBatch = batches();
  const workers = values.path === undefined ? Number(values.workers) : 1;
  await Promise.all(Array.from({ length: workers }, () => drive(url, nextBatch)));
  if (!total.failure) print();
  console.log(total.failure ?? 'Every rule held.');
  if (total.failure) process.exitCode = 1;
  else if (values.path === undefined && !(await runSpecs())) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
