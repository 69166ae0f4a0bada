// Simulates an outage, prints the results, and writes the picture for the docs: `npm run example -- outage`.
// With `--json`, it uses the sources of the package, and prints all data.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const here = import.meta.dirname;
const root = join(here, '../..');
const asJson = process.argv.includes('--json');
const outfile = join(here, asJson ? 'build/of-sources.mjs' : 'build/main.mjs');

const alias = {
  homing: join(root, 'lib/index.ts'),
  'homing/resilience': join(root, 'lib/entries/resilience.ts'),
};
const bundle = { bundle: true, format: 'esm', platform: 'node', target: 'es2022', logLevel: 'error' };
const from = asJson ? { alias } : { packages: 'external' };
await build({ ...bundle, ...from, entryPoints: [join(here, 'main.ts')], outfile });
const { main } = await import(outfile);

const shown = await main();
if (asJson) console.log(JSON.stringify(shown));
else {
  for (const line of shown.lines) console.log(line);
  writeFileSync(join(root, 'docs/images/outage.svg'), shown.picture);
}
