// Prints the size of the smallest program, and what each entry point adds: `npm run sizes`. With --check, it
// fails if the smallest program is larger than `coreCeiling` in architecture.json, because every user pays
// for it.
import { bundleSize, programs, restWith } from './bundle-size.mjs';
import { entries, table } from './architecture.mjs';

const row = (name, ...cells) =>
  console.log(name.padEnd(30) + cells.map((cell) => cell.padStart(10)).join(''));

const rest = await bundleSize(programs['REST only']);

row('kB', 'minified', 'gzip');
row('REST only', rest.minified.toFixed(2), rest.gzip.toFixed(2));

if (process.argv.includes('--check')) {
  if (rest.gzip > table.coreCeiling) {
    console.error(`REST only has ${rest.gzip.toFixed(2)} kB, and may have ${table.coreCeiling}.`);
    process.exitCode = 1;
  }
} else {
  for (const entry of entries) {
    const { minified, gzip } = await bundleSize(restWith(entry), { platform: entry.platform });
    row(`+ ${entry.specifier}`, (minified - rest.minified).toFixed(2), (gzip - rest.gzip).toFixed(2));
  }
}
