// Runs the suites of scripts/integration-suites.mjs.
//
//   npm run integration                        lists them
//   npm run integration -- runtimes bun deno   runs one suite with arguments
//   npm run release-check                      runs all suites that .ci/run doesn't, and prints the outcomes
//   npm run release-check -- soak fuzz         runs some of them
//
// Some suites need Chromium or redis-server, which .ci/run installs.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { SUITES } from './integration-suites.mjs';

const NPM_OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent'];

const succeeds = (command, args) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;

/** Peers and runtimes share an installer, which skips installed packages. */
const install = (folder) =>
  folder === undefined ||
  (folder === 'peers'
    ? succeeds(process.execPath, ['integration/peers/install.mjs'])
    : succeeds('npm', ['ci', '--prefix', folder, ...NPM_OPTIONS]));

const runSuite = (suite, args = []) =>
  succeeds(process.execPath, ['scripts/build-if-changed.mjs']) &&
  install(suite.install) &&
  suite.run.every((line) => succeeds(process.execPath, [...line.split(' '), ...args]));

const list = (suites) => {
  for (const { name, catches, minutes = '?' } of suites)
    console.log(`${name.padEnd(20)} ${String(minutes).padStart(4)} min  ${catches}`);
};

/** Returns the suite. Exits with a list of all suites if the name is unknown. */
const suiteNamed = (name) => {
  const suite = SUITES.find((each) => each.name === name);
  if (suite) return suite;
  console.error(`There is no suite "${name}". The suites: ${SUITES.map((each) => each.name).join(', ')}`);
  process.exit(1);
};

const [first, ...rest] = process.argv.slice(2);

if (first === '--release') {
  const suites = rest.length > 0 ? rest.map(suiteNamed) : SUITES.filter(({ everyChange }) => !everyChange);
  const outcomes = suites.map((suite, index) => {
    console.log(`\n== ${suite.name} (${index + 1} of ${suites.length}): ${suite.catches}`);
    const start = performance.now();
    const passed = runSuite(suite);
    return { name: suite.name, passed, minutes: (performance.now() - start) / 60_000 };
  });
  console.log('');
  for (const { name, passed, minutes } of outcomes)
    console.log(`${name.padEnd(20)} ${passed ? 'passed' : 'FAILED'} ${minutes.toFixed(1).padStart(8)} min`);
  if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1;
} else if (first === undefined) list(SUITES);
else if (!runSuite(suiteNamed(first), rest)) process.exitCode = 1;
