// Other tests check each feature of homing alone, but production failures involve several features and a failing
// server. Draws random setups of all features, and runs each against every faulty server. Fails if a call ends late,
// rejects, leaves something open, or returns wrong facts.
//
//   npm run integration -- random-setups --seed=7 --setups=540
//   npm run integration -- random-setups --seed=7 --setup=17 --behaviour=3    (from a violation; repeats this run)
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { BEHAVIOURS } from './behaviours.mjs';
import { BadServers } from './servers.mjs';
import { printTable } from './table.mjs';
import { runShard } from './run-shard.mjs';

/** The number of concurrent runs of a shard: low, so that the machine's load doesn't affect the timeouts. */
const AT_ONCE = 24;
const PRINTED = 40;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    setups: { type: 'string', default: '540' },
    shards: { type: 'string', default: String(Math.min(availableParallelism(), 4)) },
    setup: { type: 'string' },
    behaviour: { type: 'string' },
  },
});
const seed = Number(values.seed);
const numbers = (count) => Array.from({ length: count }, (_, at) => at);
const setups = values.setup === undefined ? numbers(Number(values.setups)) : [Number(values.setup)];
const behaviours = values.behaviour === undefined ? numbers(BEHAVIOURS.length) : [Number(values.behaviour)];
const pairs = setups.flatMap((setup) => behaviours.map((behaviour) => [setup, behaviour]));

console.log(`seed ${seed}`);
const began = performance.now();
const servers = new BadServers();
await servers.listen();

const count = Math.min(Number(values.shards), setups.length);
const shards = numbers(count).map((shard) =>
  // Split by setup, so that each shard runs every behavior.
  runShard(
    {
      seed,
      pairs: pairs.filter(([setup]) => setup % count === shard % count || count === 1),
      atOnce: AT_ONCE,
    },
    servers,
  ),
);
const done = await Promise.all(shards);
const reports = done.flatMap((shard) => shard.reports);
const breaches = done.flatMap((shard) => shard.breaches);
if (servers.elsewhere.requests.some(({ headers }) => headers.authorization !== undefined))
  breaches.push({ run: 'a redirect', problem: 'sent a token to another origin', words: [] });
await servers.stop();

printTable(reports);
const seconds = Math.round((performance.now() - began) / 1000);
const calls = reports.reduce((sum, { outcomes }) => sum + outcomes.length, 0);
console.log(`${setups.length} set-ups, ${reports.length} runs, ${calls} Results, ${seconds} s, seed ${seed}`);
for (const { run, problem, words } of breaches.slice(0, PRINTED)) {
  const [setup, behaviour] = run.split('.').map(Number);
  console.error(`✗ ${BEHAVIOURS[behaviour]?.name ?? run}: ${problem}`);
  if (words) console.error(`    ${words.join('; ')}`);
  if (behaviour !== undefined)
    console.error(
      `    npm run integration -- random-setups --seed=${seed} --setup=${setup} --behaviour=${behaviour}`,
    );
}
console.log(breaches.length > 0 ? `${breaches.length} breaches.` : 'Every call kept to the rules.');
if (breaches.length > 0) process.exitCode = 1;
