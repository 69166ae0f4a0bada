// Tests the type inference and the caches of UI frameworks. Installs the packed package with the newest version of each
// framework. The compiler checks types/, including code that must not compile. The programs in run/ call a server that
// counts requests.
//
//   npm run integration -- ui-frameworks [-- msw]
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { installHoming } from './install.mjs';
import { bundleWith } from './react.mjs';
import { front } from './rules.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const LIMIT = 120_000;
const execute = promisify(execFile);

/** The frameworks with type specs, by file in types/. */
const TYPED = {
  react: '@tanstack/react-query',
  vue: '@tanstack/vue-query',
  solid: '@tanstack/solid-query',
  svelte: '@tanstack/svelte-query',
  angular: '@tanstack/angular-query-experimental',
  swr: 'swr',
  redux: '@reduxjs/toolkit',
  msw: 'msw-3',
};

const COMPILERS = ['typescript', 'typescript-7'];

/** Runs a program that prints its own results and failures. */
const runIn = async (node, args, mode = 'production') => {
  const options = { cwd: HERE, timeout: LIMIT, env: { ...process.env, NODE_ENV: mode } };
  const { stdout, stderr } = await execute(node, ['--no-warnings', ...args], options).catch((error) => {
    process.exitCode = 1;
    return error;
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
};

const compile = async (compiler, exactOptionalPropertyTypes) => {
  const began = performance.now();
  const { compilerOptions, include } = JSON.parse(await readFile(join(HERE, 'tsconfig.json'), 'utf8'));
  const config = join(HERE, `tsconfig.build.json`);
  await writeFile(
    config,
    JSON.stringify({ compilerOptions: { ...compilerOptions, exactOptionalPropertyTypes }, include }),
  );
  const tsc = join(HERE, 'node_modules', compiler, 'bin/tsc');
  try {
    await execute(process.execPath, [tsc, '-p', config, '--pretty', 'false'], { cwd: HERE, timeout: LIMIT });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const exact = exactOptionalPropertyTypes ? ', exactOptionalPropertyTypes' : '';
    console.log(`types under ${front(compiler)}${exact}: compile, ${seconds} s`);
  } catch ({ stdout }) {
    process.exitCode = 1;
    console.error(`✗ types under ${front(compiler)}\n${stdout}`);
  } finally {
    await rm(config);
  }
};

const proveTypes = async () => {
  const files = (await readdir(join(HERE, 'types'))).map((file) => file.replace(/\.ts$/, ''));
  for (const file of files.filter((name) => name in TYPED)) {
    const text = await readFile(join(HERE, 'types', `${file}.ts`), 'utf8');
    const count = (pattern) => text.match(pattern)?.length ?? 0;
    console.log(
      `${front(TYPED[file])}: ${count(/expectType</g)} types as they are expected, ${count(/@ts-expect-error/g)} uses refused`,
    );
  }
  for (const compiler of COMPILERS) {
    for (const exact of [true, false]) await compile(compiler, exact);
  }
};

/** MSW 3 requires Node 22, which might not be the current version. */
const nodeOfMsw3 = () =>
  Number(process.versions.node.split('.')[0]) >= 22
    ? process.execPath
    : join(HERE, 'node_modules', `node-22-${process.arch}`, 'bin/node');

const PROOFS = {
  types: proveTypes,
  'tanstack-query': () => runIn(process.execPath, ['run/tanstack-query.mjs']),
  redux: () => runIn(process.execPath, ['run/redux.mjs'], 'development'),
  react: async () => {
    // StrictMode has no effect in production.
    for (const folder of ['.', 'react-18'])
      await runIn(process.execPath, [await bundleWith(folder)], 'development');
  },
  msw: async () => {
    await runIn(process.execPath, ['run/msw.mjs', '2']);
    await runIn(nodeOfMsw3(), ['run/msw.mjs', '3']);
  },
};

const wanted = process.argv.slice(2);
await installHoming([HERE, join(HERE, 'react-18')]);
for (const [name, prove] of Object.entries(PROOFS)) {
  if (wanted.length === 0 || wanted.includes(name)) await prove();
}
// Keep the files of a failed run for inspection.
if (!process.exitCode) await rm(join(HERE, 'build'), { recursive: true, force: true });
