import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from './text-table.mjs';

const readme = new URL('../../README.md', import.meta.url);
const PLACE = /(<!-- benchmarks:start -->\n)[^]*(\n<!-- benchmarks:end -->)/;
const COLUMNS = ['homing', 'ky', 'ofetch', 'axios'];

const valueOf = ({ suites }, suite, title, names, key) => {
  const rows = suites
    .find(({ name }) => name === suite)
    ?.tables.find((one) => one.title.startsWith(title))?.rows;
  return rows?.find(({ name }) => names.includes(name))?.[key];
};

const rowOf = (figures, label, [suite, title, key, digits], unit, nameOf = (name) => [name]) => {
  const cells = COLUMNS.map((name) => {
    const value = valueOf(figures, suite, title, nameOf(name), key);
    return [name, value === undefined ? '–' : `${value.toFixed(digits)} ${unit}`];
  });
  return { label, ...Object.fromEntries(cells) };
};

/** The few figures that stand in the README. */
export const writeReadme = (figures) => {
  const table = markdownTable({
    columns: [{ key: 'label', label: '' }, ...COLUMNS.map((name) => ({ key: name, label: name }))],
    rows: [
      rowOf(figures, 'One JSON GET, minified and gzipped', ['sizes', '', 'gzip', 1], 'kB', (name) => [
        name,
        `${name}: REST only`,
      ]),
      rowOf(
        figures,
        'What a GET adds to a stub of `fetch`',
        ['overhead', 'GET, a minimal', 'overhead', 0],
        'ns',
        (name) => [name, `${name} (fetch)`],
      ),
    ],
  });
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(PLACE, `$1\n${table}\n$2`));
};
