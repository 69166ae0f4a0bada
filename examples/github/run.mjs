// Generates GitHub's client, compiles a program that uses the client, and runs it against a mock of the same document.
// The output must match expected.txt. `npm run example -- github`
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/architecture.mjs';
import { startMock } from './mock/server.mjs';

const here = import.meta.dirname;
const DOCUMENT = join(root, 'node_modules/@octokit/openapi/generated/api.github.com.json');

const node = (...args) => {
  const { status } = spawnSync(process.execPath, args, {
    cwd: here,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
};

mkdirSync(join(here, 'build'), { recursive: true });
console.log('generating the client …');
node(join(root, 'dist/homing.js'), 'openapi', DOCUMENT, '--offline', '-o', 'build/github.ts');
const options = '--noEmit --strict --target es2022 --module nodenext --skipLibCheck --ignoreConfig main.ts';
console.log('compiling the program and the client …');
node(join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '));

const outfile = join(here, 'build/main.mjs');
const shared = { bundle: true, format: 'esm', platform: 'node', packages: 'external', logLevel: 'error' };
await build({ ...shared, entryPoints: [join(here, 'main.ts')], outfile });
const { main } = await import(outfile);

const printed = [];
const { log } = console;
console.log = (...values) =>
  printed.push(values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)).join(' '));
const mock = await startMock(DOCUMENT);
try {
  await main(mock.url);
} finally {
  mock.close();
  console.log = log;
}
console.log(printed.join('\n'));
const expected = readFileSync(join(here, 'expected.txt'), 'utf8').trim();
if (printed.join('\n') !== expected) {
  console.error('The output differs from expected.txt.');
  process.exitCode = 1;
}
