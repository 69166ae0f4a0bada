// Writes the entry points of architecture.json to `exports` and `typesVersions` in package.json:
// `npm run generate:exports`. With --check, it fails if they differ or if an entry point has no page in the
// guide.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entries, root } from './architecture.mjs';

const manifest = join(root, 'package.json');

const filesOf = (folder, { name, production }) => ({
  types: `./${folder}/${name}.d.ts`,
  ...(production === false ? {} : { production: `./${folder}/production/${name}.js` }),
  default: `./${folder}/${name}.js`,
});

const exports = Object.fromEntries([
  ...entries.map((entry) => [
    entry.key,
    { import: filesOf('dist', entry), require: filesOf('dist/cjs', entry) },
  ]),
  ['./package.json', './package.json'],
]);

// Node 10 module resolution, which TypeScript still supports, ignores `exports`.
const typesVersions = {
  '*': Object.fromEntries(
    entries.filter(({ key }) => key !== '.').map(({ key, name }) => [key.slice(2), [`./dist/${name}.d.ts`]]),
  ),
};

const written = readFileSync(manifest, 'utf8');
const wanted = Object.entries(JSON.parse(written))
  .filter(([name]) => name !== 'typesVersions')
  .flatMap(([name, value]) =>
    name === 'exports'
      ? [
          ['exports', exports],
          ['typesVersions', typesVersions],
        ]
      : [[name, value]],
  );
const text = `${JSON.stringify(Object.fromEntries(wanted), null, 2)}\n`;

/** Entry points without a page. The page of `homing/node` is docs/node.md, outside the guide. */
const unexplained = entries.filter(
  ({ name, guide }) =>
    !existsSync(join(root, name === 'node' ? 'docs/node.md' : `docs/guide/${guide?.split('/')[1]}.md`)),
);

if (!process.argv.includes('--check')) writeFileSync(manifest, text);
else {
  const faults = unexplained.map(
    ({ specifier }) => `${specifier}: "guide" of architecture.json names no page of docs/guide/.`,
  );
  if (written !== text)
    faults.push("package.json doesn't export what architecture.json says: run `npm run generate:exports`.");
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
