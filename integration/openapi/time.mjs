// A document of some kilobytes must not keep the generator busy for minutes. Generates from growing documents. Fails
// if a document of four times the size takes much more than four times as long. Run `node
// integration/openapi/time.mjs` after a build, on an idle machine.
import { join } from 'node:path';
import { here } from './documents.mjs';
import { FAMILIES } from './hostile-families.mjs';

const { generate } = await import(join(here, '../../dist/openapi-generator.js'));

/** The allowed factor for four times the size: 4 is linear, and the rest is tolerance for the machine. */
const MOST = 7;
/** Shorter times aren't compared, in ms. */
const LEAST = 60;
const RUNS = 3;

process.on('unhandledRejection', (reason) => faults.push(`a rejection was left behind: ${String(reason)}`));
const faults = [];

/** Rejecting a document also takes time. */
const once = async (document) => {
  const began = performance.now();
  const { text } = await generate({ document }).catch((error) => {
    if ('pointer' in error) return { text: '' };
    throw error;
  });
  return { ms: performance.now() - began, size: text.length };
};

const best = async (document) => {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await once(document));
  return { ms: Math.min(...runs.map(({ ms }) => ms)), size: runs[0].size };
};

const row = (name, ...cells) =>
  console.log(name.padEnd(64) + cells.map((cell) => String(cell).padStart(11)).join(''));
row('', 'n', 'ms', '2n', '4n', '4n / n', 'kB', 'kB of 4n');

for (const [name, make] of Object.entries(FAMILIES)) {
  let n = 100;
  while (n < 8000 && (await once(make(n))).ms < LEAST) n *= 2;
  const [small, middle, large] = [await best(make(n)), await best(make(2 * n)), await best(make(4 * n))];
  const ratio = large.ms / small.ms;
  const kB = JSON.stringify(make(4 * n)).length / 1000;
  row(
    name,
    n,
    ...[small, middle, large].map(({ ms }) => ms.toFixed(0)),
    ratio.toFixed(1),
    kB.toFixed(0),
    (large.size / 1000).toFixed(0),
  );
  if (ratio > MOST) faults.push(`${name}: 4n takes ${ratio.toFixed(1)} times as long as n`);
  if (large.size / small.size > MOST) faults.push(`${name}: the file grows faster than the document`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
