// Prints the sizes of two programs with the default and the production build, and what each entry point adds to the
// smaller one: `npm run sizes`. With --check, it fails if the smallest program is larger than `coreCeiling` in
// architecture.json, because every user pays for it.
import { bundleSize, programs, restWith } from './bundle-size.mjs';
import { entries, table } from './architecture.mjs';

const row = (name, ...cells) =>
  console.log(name.padEnd(30) + cells.map((cell) => cell.padStart(12)).join(''));

const BUILDS = { default: [], production: ['production'] };

/** Returns the sizes of a program with each build. */
const sizesOf = async (program) => {
  const sizes = {};
  for (const [build, conditions] of Object.entries(BUILDS))
    sizes[build] = await bundleSize(program, { conditions });
  return sizes;
};

row('gzip, kB', ...Object.keys(BUILDS));
for (const name of ['REST only', 'REST and dates', 'REST, retry and auth']) {
  const sizes = await sizesOf(programs[name]);
  row(name, ...Object.values(sizes).map(({ gzip }) => gzip.toFixed(2)));
  if (name !== 'REST only') continue;
  for (const [build, ceiling] of Object.entries(table.coreCeiling))
    if (sizes[build].gzip > ceiling) {
      console.error(`${name}, ${build} build: ${sizes[build].gzip.toFixed(2)} kB, and may have ${ceiling}.`);
      process.exitCode = 1;
    }
}

if (!process.argv.includes('--check')) {
  const rest = await bundleSize(programs['REST only']);
  row('\nDefault build, kB', 'minified', 'gzip');
  row('REST only', rest.minified.toFixed(2), rest.gzip.toFixed(2));
  for (const entry of entries) {
    const { minified, gzip } = await bundleSize(restWith(entry), { platform: entry.platform });
    row(`+ ${entry.specifier}`, (minified - rest.minified).toFixed(2), (gzip - rest.gzip).toFixed(2));
  }
}
