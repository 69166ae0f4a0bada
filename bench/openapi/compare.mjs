// Compares homing with other generators on GitHub's document: the cost of generating the client, of compiling it, and
// the size of the bundle. `npm run bench:openapi`
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { growthOf } from '../../integration/openapi/growth.mjs';
import { esbuild } from '../../integration/openapi/root-bundlers.mjs';
import { generators } from './generators.mjs';
import { programsOf } from './programs.mjs';
import { median, peers, rounded, sizeOf, Workspace } from './workspace.mjs';

const RUNS = 3;
const workspace = new Workspace({ 'openapi-fetch': join(peers, 'node_modules/openapi-fetch') });
const { folder } = workspace;

const row = (name, ...cells) =>
  console.log(name.padEnd(28) + cells.map((cell) => String(cell).padStart(14)).join(''));

try {
  row(`generate (median of ${RUNS})`, 'CPU, ms', 'memory, MB', 'output, kB');
  const taken = new Map(generators.map(({ name }) => [name, []]));
  // The generators take turns, so that other load on the machine affects all of them.
  for (let run = 0; run < RUNS; run += 1)
    for (const { name, output, args } of generators) {
      rmSync(join(folder, output), { recursive: true, force: true });
      taken.get(name).push(workspace.run(args(join(folder, output))));
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
    const counts = [without, programs].map((all) => rounded(workspace.instantiationsOf(name, all[name])));
    row(name, ...counts);
  }

  console.log();
  const { two, placed, all, count } = await growthOf(folder, generated, esbuild);
  row('homing, bundled', '2 endpoints', 'one has a table', `all ${count}`, 'bytes each');
  row('kB after gzip', two.toFixed(2), placed.toFixed(2), all.toFixed(2), ((all * 1000) / count).toFixed(1));
} finally {
  workspace.remove();
}
