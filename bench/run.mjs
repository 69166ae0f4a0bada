// Runs all suites, or the given suites, each in its own process:
//
//   npm run bench -- [suite ...] [--quick] [--write] [--build <index.js of another build of homing> ...]
//
// A complete run without --quick writes docs/benchmarks.md. With --write, every run writes the page, and keeps the
// figures of the suites that it didn't run. The run reports missed goals, but doesn't fail: times depend on the
// machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { environment } from './report/environment.mjs';
import { goalLine, textTable } from './report/text-table.mjs';
import { figuresFile, writeDocs } from './report/write-docs.mjs';

const SUITES = [
  ...['overhead', 'options', 'profile', 'server', 'transport', 'heap', 'growth'],
  ...['share', 'poll', 'streams', 'cache', 'http-cache', 'copies', 'observe'],
  ...['resilience', 'adapters', 'otel', 'sizes', 'types'],
];
const SCRIPT = new URL('./measure/suite-process.mjs', import.meta.url);

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    build: { type: 'string', multiple: true, default: [] },
  },
});

const unknown = positionals.filter((name) => !SUITES.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown suite: ${unknown.join(', ')}. The suites are ${SUITES.join(', ')}.`);
  process.exit(1);
}

const runSuite = async (name, options) => {
  const child = fork(SCRIPT, [name, JSON.stringify(options)], { execArgv: ['--expose-gc'] });
  const failed = once(child, 'exit').then(() =>
    Promise.reject(new Error(`The suite ${name} returned no figures.`)),
  );
  const [result] = await Promise.race([once(child, 'message'), failed]);
  return result;
};

const print = ({ title, tables, goals }, seconds) => {
  console.log(`\n== ${title} (${seconds.toFixed(0)} s)\n`);
  console.log(tables.map(textTable).join('\n\n'));
  if (goals.length > 0) console.log(`\n${goals.map(goalLine).join('\n')}`);
};

const { date, machine, versions } = environment();
console.log(
  Object.entries({ ...machine, ...versions })
    .map((pair) => pair.join(': '))
    .join('\n'),
);

const suites = [];
const names = positionals.length > 0 ? SUITES.filter((name) => positionals.includes(name)) : SUITES;
for (const name of names) {
  const start = performance.now();
  const builds = values.build.map((path) => resolve(path));
  const result = await runSuite(name, { quick: values.quick, builds });
  print(result, (performance.now() - start) / 1000);
  suites.push({ name, date, quick: values.quick, ...result });
}

const missed = suites.flatMap(({ goals }) => goals).filter(({ met }) => !met);
console.log(
  `\n${missed.length === 0 ? 'All goals are met.' : `Missed goals:\n${missed.map(goalLine).join('\n')}`}`,
);

const isWhole = positionals.length === 0 && !values.quick;
if (values.write || (isWhole && values.build.length === 0)) {
  const before = existsSync(figuresFile) ? JSON.parse(readFileSync(figuresFile, 'utf8')).suites : [];
  const newest = SUITES.map((name) => [...suites, ...before].find((suite) => suite.name === name));
  await writeDocs({ date, machine, versions, suites: newest.filter((suite) => suite !== undefined) });
  console.log('\nWritten: docs/benchmarks.md, docs/benchmarks.json and the charts in docs/public/charts/.');
}
