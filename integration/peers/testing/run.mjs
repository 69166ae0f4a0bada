// Tests the matchers in real Jest and Vitest, including snapshots and the types of `expect`. Uses the packed package
// as the guide on testing explains: the compiler checks the setup from the page together with uses/, which contains
// wrong uses, and then the tests run.
//
//   npm run integration -- test-runners [-- vitest]
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { filesOf } from '../graphql/page-files.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = join(HERE, '../../..');
const USES = join(HERE, 'uses');
const PAGE = 'docs/guide/testing-with-mock-fetch.md';
const require = createRequire(import.meta.url);
const execute = promisify(execFile);

const COMPILER = {
  strict: true,
  exactOptionalPropertyTypes: true,
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  // Skip the checks of declaration files: another suite checks homing's, and the runners' are their own.
  skipLibCheck: true,
  rootDir: '.',
  outDir: 'out',
};

const importFrom = (runner) => (text) => text.replace(/'@jest\/globals'/, `'${runner}'`);

const withoutImport = (text) => text.replace(/^import .* from '@jest\/globals';\n/m, '');

/** `environments` lists the files for each environment. Jest's jsdom has no fetch classes, but Vitest's jsdom has. */
const JEST = {
  tool: 'jest',
  environments: { node: 'results', 'jest-fixed-jsdom': 'results', jsdom: 'bare' },
};
const VITEST = { tool: 'vitest', environments: { node: 'results', jsdom: 'results' } };

/**
 * `setup` is the setup file of the page, `format` the module format of the project. `change` edits each of the uses.
 */
const PROJECTS = [
  { ...JEST, name: 'jest', setup: 'jest.setup.ts', format: 'commonjs' },
  {
    tool: 'jest',
    environments: { node: 'results' },
    name: 'jest, ES modules',
    setup: 'jest.setup.ts',
    format: 'module',
  },
  {
    tool: 'jest',
    environments: { node: 'results' },
    name: 'jest, types of @types/jest',
    setup: 'jest.globals.ts',
    format: 'commonjs',
    types: ['jest'],
    change: withoutImport,
  },
  { ...VITEST, name: 'vitest', setup: 'vitest.setup.ts', format: 'module', change: importFrom('vitest') },
];

const run = async (folder, command, args, env = {}) => {
  try {
    return (await execute(command, args, { cwd: folder, env: { ...process.env, ...env } })).stdout;
  } catch (error) {
    throw new Error(`${args.join(' ')} failed:\n${error.stdout}${error.stderr}`, { cause: error });
  }
};

const binaryOf = (name, command = name) => {
  const path = require.resolve(`${name}/package.json`);
  const { bin } = require(path);
  return join(dirname(path), typeof bin === 'string' ? bin : bin[command]);
};

/** Installs the packed package next to the runners. */
const installHoming = async () => {
  const temp = await mkdtemp(join(tmpdir(), 'homing-testing-'));
  try {
    const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', temp];
    const tarball = join(temp, (await run(ROOT, 'npm', pack)).trim());
    const quiet = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
    await run(temp, 'npm', ['install', ...quiet, '--prefix', temp, tarball]);
    const installed = join(HERE, 'node_modules/homing');
    await rm(installed, { recursive: true, force: true });
    await cp(join(temp, 'node_modules/homing'), installed, { recursive: true });
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
};

const writeProject = async (folder, { setup, format, types = [], change = (text) => text }) => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const shown = (await filesOf(join(ROOT, PAGE))).find(({ path }) => path === setup);
  if (!shown) throw new Error(`${PAGE} shows no ${setup}`);
  await writeFile(join(folder, setup), shown.text);
  for (const file of await readdir(USES))
    await writeFile(join(folder, file), change(await readFile(join(USES, file), 'utf8')));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: format }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...COMPILER, types } }));
};

const REPORT = 'report.json';

/** The command of each runner in one environment. It runs the output of the compiler. */
const START = {
  jest: ({ setup, format }, environment, test) => ({
    config: {
      testEnvironment: environment,
      testMatch: [`<rootDir>/out/${test}.test.js`],
      setupFilesAfterEnv: [`<rootDir>/out/${setup.replace(/\.ts$/, '.js')}`],
      transform: {},
    },
    args: ['--ci', '--config=config.json', '--json', `--outputFile=${REPORT}`],
    env: format === 'module' ? { NODE_OPTIONS: '--experimental-vm-modules' } : {},
  }),
  vitest: ({ setup }, environment, test) => ({
    config: { test: { environment, include: [`${test}.test.ts`], setupFiles: [`./${setup}`] } },
    args: [
      'run',
      '--config=vitest.config.mjs',
      '--reporter=default',
      '--reporter=json',
      `--outputFile=${REPORT}`,
    ],
    env: { CI: '1' },
  }),
};

/** The number of passed tests in one environment. */
const testIn = async (folder, project, environment, test) => {
  const { config, args, env } = START[project.tool](project, environment, test);
  const text = JSON.stringify(config);
  await writeFile(join(folder, 'config.json'), text);
  await writeFile(join(folder, 'vitest.config.mjs'), `export default ${text};`);
  await run(folder, process.execPath, [binaryOf(project.tool), ...args], env);
  const { numPassedTests, numTotalTests } = JSON.parse(await readFile(join(folder, REPORT), 'utf8'));
  if (numPassedTests === 0 || numPassedTests !== numTotalTests)
    throw new Error(`${environment}: ${numPassedTests} of ${numTotalTests} tests passed`);
  return numPassedTests;
};

const refusals = async (folder) =>
  (await readFile(join(folder, 'refused.ts'), 'utf8')).match(/@ts-expect-error/g).length;

const prove = async (project) => {
  const began = performance.now();
  const folder = join(HERE, 'build', project.name.replace(/\W+/g, '-'));
  await writeProject(folder, project);
  await run(folder, process.execPath, [binaryOf('typescript', 'tsc'), '-p', '.']);
  const passed = [];
  for (const [environment, test] of Object.entries(project.environments))
    passed.push(`${await testIn(folder, project, environment, test)} tests in ${environment}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${project.name}: ${passed.join(', ')}, ${await refusals(folder)} uses refused, ${seconds} s`);
};

const wanted = process.argv.slice(2);
await installHoming();
const chosen = PROJECTS.filter(({ tool }) => wanted.length === 0 || wanted.includes(tool));
const fail = ({ name }, { message }) => {
  process.exitCode = 1;
  console.error(`✗ ${name}: ${message}`);
};
await Promise.all(chosen.map((project) => prove(project).catch((error) => fail(project, error))));
// Keep the files of a failed run for inspection.
if (!process.exitCode) await rm(join(HERE, 'build'), { recursive: true, force: true });
