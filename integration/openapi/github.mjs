// Short documents test single rules. This tests all rules together with a document of 1,223 operations. Generates
// GitHub's client as a user would, compiles it, and compares its size in a bundle with the budgets.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { root } from '../../scripts/architecture.mjs';
import { DOCUMENT } from './github-document.mjs';
import { checkGrowth } from './growth.mjs';
import { esbuild, rollupWithEsbuild } from './root-bundlers.mjs';

const PROGRAM = `import { createApi } from 'homing';
import * as requests from './homing.js';
const api = createApi({ baseUrl: 'https://api.github.com' satisfies requests.BaseUrl, requests });
const { data, error } = await api.reposGet({ owner: 'a', repo: 'b' });
export const name: string | undefined = data?.full_name;
export const message: string | undefined = error?.status === 404 ? error.body?.message : undefined;
export const issue: number | undefined = (await api.issuesCreate({ owner: 'a', repo: 'b', body: { title: 'x' } })).data?.number;
// @ts-expect-error: the title is missing
await api.issuesCreate({ owner: 'a', repo: 'b', body: {} });
// @ts-expect-error: there is no such param
await api.reposGet({ owner: 'a', repo: 'b', page: 1 });
`;

const folder = mkdtempSync(join(tmpdir(), 'homing-github-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/homing'), 'junction');
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
writeFileSync(join(folder, 'program.ts'), PROGRAM);

const faults = [];
const run = (what, args) => {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  console.log(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  if (status !== 0) faults.push(`${what} exits with ${status}:\n${(stdout + stderr).slice(0, 4000)}`);
};

const command = [join(root, 'dist/homing.js'), 'openapi', DOCUMENT, '--offline', '-o', 'homing.ts'];
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const options =
  '--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noUnusedLocals --target es2022 --module nodenext --lib es2022,dom,dom.iterable program.ts';

try {
  run('generate', command);
  run('compile', [compiler, ...options.split(' ')]);
  const text = readFileSync(join(folder, 'homing.ts'), 'utf8');
  const count = text.match(/^export const /gm)?.length;
  if (count !== 1223) faults.push(`${count} endpoints, and not 1223`);
  // `node integration/openapi/bundlers.mjs` also runs two bundlers that it installs.
  faults.push(...(await checkGrowth(folder, text, { esbuild, rollup: rollupWithEsbuild })));
} finally {
  rmSync(folder, { recursive: true });
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
