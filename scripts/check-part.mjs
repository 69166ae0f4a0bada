// Why: a part is a folder, a face, a line in house.json and a page of the guide, and it is easy to forget one of them,
// or what is made of them. `npm run check:part NAME` says what a part lacks; without a name, what any lacks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sidebar } from '../docs/.vitepress/navigation.mjs';
import { entries, root, table } from './house.mjs';
import { undocumented } from './reference/doc-comments.mjs';
import { optionFaults } from './reference/options-page.mjs';
import { declarationsOf, readSurface } from './reference/surface.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const has = (path) => existsSync(join(root, path));
const filesIn = (folder) => (has(folder) ? readdirSync(join(root, folder), { recursive: true }) : []);

let surface;

const lineFaults = (name, group) => {
  const line = table[group][name];
  if (!line) return [`house.json has no line for it under "${group}".`];
  return Array.isArray(line.uses) ? [] : ['Its line does not say what parts it uses: "uses": [].'];
};

const folderFaults = (name, group) => [
  ...lineFaults(name, group),
  ...(filesIn(`lib/${group}/${name}`).some((file) => file.endsWith('.ts'))
    ? []
    : [`There is no code in lib/${group}/${name}/.`]),
  ...(has(`lib/${name}.ts`)
    ? []
    : [`Its face, lib/${name}.ts, is not there: a list of the names that it offers.`]),
  ...(filesIn(`spec/${group}/${name}`).some((file) => file.endsWith('.spec.ts'))
    ? []
    : [`There is no spec in spec/${group}/${name}/.`]),
  ...(read('docs/images/house.svg').includes(`>${name}/<`)
    ? []
    : ['The picture of the house does not show it: run `npm run docs:house`.']),
];

const guideFaults = ({ guide, specifier }) => {
  if (!guide) return ['Its line does not say where its guide page stands: "guide": "Heading/page".'];
  const [heading, page] = guide.split('/');
  const file = `docs/guide/${page}.md`;
  if (!has(file)) return [`Its guide page, ${file}, is not there.`];
  const shown = sidebar()['/'].find(({ text }) => text === heading)?.items ?? [];
  return [
    ...(shown.some(({ link }) => link === `/guide/${page}`)
      ? []
      : [`The sidebar has no heading "${heading}" for its page: see docs/.vitepress/navigation.mjs.`]),
    ...(read(file).includes(specifier)
      ? []
      : [`${file} does not say that it is imported from ${specifier}.`]),
  ];
};

const referenceFaults = async (entry) => {
  if (!existsSync(declarationsOf(entry))) return [`dist/ has no ${entry.name}.d.ts: run \`npm run build\`.`];
  surface ??= readSurface();
  const { missing } = undocumented(surface.of(entry));
  const faults = await optionFaults(surface, entry);
  return [...missing.map((name) => `${name} has no doc comment.`), ...faults.map((fault) => `${fault}.`)];
};

const entryFaults = async (entry) => [
  ...(entry.budget > 0
    ? []
    : ['Its line has no budget: the kB that it may add, as `npm run test:size` measures them.']),
  ...(JSON.parse(read('package.json')).exports[entry.key]
    ? []
    : [`package.json does not export ${entry.specifier}: run \`npm run write:entries\`.`]),
  ...guideFaults(entry),
  ...(await referenceFaults(entry)),
];

const faultsOf = async (name) => {
  const group = table.adapters[name] || has(`lib/adapters/${name}`) ? 'adapters' : 'parts';
  const entry = entries.find((each) => each.name === name);
  return [...folderFaults(name, group), ...(entry ? await entryFaults(entry) : [])];
};

const known = ['parts', 'adapters'].flatMap((group) => [
  ...Object.keys(table[group]),
  ...(has(`lib/${group}`) ? readdirSync(join(root, 'lib', group)) : []),
]);
const wanted = process.argv.slice(2);
const names = wanted.length > 0 ? wanted : [...new Set(known)];

let count = 0;
for (const name of names) {
  const faults = await faultsOf(name);
  count += faults.length;
  for (const fault of faults) console.error(`${name}: ${fault}`);
}
if (count === 0) console.log(`${names.join(', ')}: nothing is missing`);
else process.exitCode = 1;
