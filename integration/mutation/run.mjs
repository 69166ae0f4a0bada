// Runs Stryker on lib/, module by module, and counts the mutants that the specs find.
//
// npm run integration -- mutation [-- module ...]
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { modules } from './modules.mjs';

/** The percentage of mutants that the specs must find. */
const WANTED = 85;

const stryker = fileURLToPath(new URL('node_modules/.bin/stryker', import.meta.url));
const config = fileURLToPath(new URL('stryker.config.mjs', import.meta.url));
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(modules);

const reportOf = (module) => `reports/mutation/${module}.json`;

const mutate = (module) => {
  console.log(`\n== ${module}`);
  const { status } = spawnSync(stryker, ['run', config], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, MUTATED_ROOM: module },
  });
  if (status !== 0) process.exitCode = 1;
};

const count = (module) => {
  const { files } = JSON.parse(readFileSync(reportOf(module), 'utf8'));
  // Code that runs while a module loads has already run when its mutant is activated.
  const mutants = Object.values(files).flatMap((file) => file.mutants.filter((mutant) => !mutant.static));
  const of = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  return { module, found: of('Killed', 'Timeout', 'RuntimeError'), missed: of('Survived', 'NoCoverage') };
};

const percent = ({ found, missed }) => (100 * found) / (found + missed);

const row = (...cells) =>
  console.log(
    cells
      .map((cell, at) =>
        String(cell)
          .padStart(at ? 10 : 0)
          .padEnd(12),
      )
      .join(''),
  );

mkdirSync('reports/mutation', { recursive: true });
for (const module of names) mutate(module);

const counts = names.map(count);
const total = counts.reduce(
  (sum, { found, missed }) => ({ module: 'all', found: sum.found + found, missed: sum.missed + missed }),
  { found: 0, missed: 0 },
);
console.log();
row('module', 'found', 'missed', 'percent');
for (const counted of [...counts, total])
  row(counted.module, counted.found, counted.missed, percent(counted).toFixed(1));
writeFileSync('reports/mutation/counts.json', JSON.stringify(counts, null, 2));
if (!(percent(total) >= WANTED)) {
  console.error(`The specs have to find ${WANTED} % of the mutants.`);
  process.exitCode = 1;
}
