// Compares homing with other generators on GitHub's document: the cost of generating the client, of compiling it, and
// the size of the bundle. `npm run bench:openapi`
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/architecture.mjs';
import { growthOf } from '../../integration/openapi/growth.mjs';
import { esbuild } from '../../integration/openapi/root-bundlers.mjs';
import { generators } from './generators.mjs';
import { programsOf } from './programs.mjs';

const RUNS = 3;
/** The folder where the other generators are installed. */
const peers = dirname(import.meta.dirname);

const folder = mkdtempSync(join(tmpdir(), 'homing-openapi-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/homing'), 'junction');
symlinkSync(
  join(peers, 'node_modules/openapi-fetch'),
  join(folder, 'node_modules/openapi-fetch'),
  'junction',
);
writeFileSync(join(folder, 'package.json'), '{"type":"module"}');

const median = (list) => [...list].sort((one, other) => one - other)[Math.floor(list.length / 2)];

/** The cost of a run: the CPU time of all its processes, and the memory of the largest. */
const measure = (args) => {
  const usage = mkdtempSync(join(folder, 'usage-'));
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      USAGE_FOLDER: usage,
      NODE_OPTIONS: `--import ${new URL('usage.mjs', import.meta.url).href}`,
    },
  });
  if (status !== 0) throw new Error(stderr);
  const all = readdirSync(usage).map((file) => JSON.parse(readFileSync(join(usage, file), 'utf8')));
  return {
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: Math.max(...all.map(({ memory }) => memory)),
  };
};

const sizeOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size;

/** The type instantiations of the compiler for a program. */
const instantiationsOf = (name, program) => {
  const file = join(folder, `${name.replace(/\W+/g, '-')}-program.ts`);
  writeFileSync(file, program);
  const options =
    '--noEmit --strict --target es2022 --module esnext --moduleResolution bundler --skipLibCheck --extendedDiagnostics';
  const { stdout } = spawnSync(
    process.execPath,
    [join(peers, 'node_modules/typescript/bin/tsc'), ...options.split(' '), file],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  const errors = stdout.match(/error TS\d+.*/g) ?? [];
  if (errors.length > 0) console.error(`${name}: ${errors.length} errors, the first: ${errors[0]}`);
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1]);
};

const row = (name, ...cells) =>
  console.log(name.padEnd(28) + cells.map((cell) => String(cell).padStart(14)).join(''));
const rounded = (value) => Math.round(value).toLocaleString('en');

try {
  row(`generate (median of ${RUNS})`, 'CPU, ms', 'memory, MB', 'output, kB');
  const taken = new Map(generators.map(({ name }) => [name, []]));
  // The generators take turns, so that other load on the machine affects all of them.
  for (let run = 0; run < RUNS; run += 1)
    for (const { name, output, args } of generators) {
      rmSync(join(folder, output), { recursive: true, force: true });
      taken.get(name).push(measure(args(join(folder, output))));
    }
  for (const { name, output } of generators) {
    const runs = taken.get(name);
    const size = sizeOf(join(folder, output)) / 1000;
    row(
      name,
      ...[runs.map(({ cpu }) => cpu), runs.map(({ memory }) => memory)].map(median).map(rounded),
      rounded(size),
    );
  }

  const generated = readFileSync(join(folder, 'homing.ts'), 'utf8');
  const [programs, without] = [programsOf(generated), programsOf(generated, false)];
  console.log();
  row('instantiations', 'of the client', 'and 100 calls');
  for (const { name } of generators) {
    const counts = [without, programs].map((all) => rounded(instantiationsOf(name, all[name])));
    row(name, ...counts);
  }

  console.log();
  const { two, placed, all, count } = await growthOf(folder, generated, esbuild);
  row('homing, bundled', '2 endpoints', 'and `places`', `all ${count}`, 'bytes each');
  row('kB after gzip', two.toFixed(2), placed.toFixed(2), all.toFixed(2), ((all * 1000) / count).toFixed(1));
} finally {
  rmSync(folder, { recursive: true });
}
