import { readFileSync, writeFileSync } from 'node:fs';
import { markdownTable } from './text-table.mjs';

const readme = new URL('../../README.md', import.meta.url);
const PLACE = /(<!-- benchmarks:start -->\n)[^]*(\n<!-- benchmarks:end -->)/;
const PEERS = ['ky', 'ofetch', 'axios', 'openapi-fetch'];

const rowsOf = ({ suites }, suite, title) =>
  suites.find(({ name }) => name === suite)?.tables.find((one) => one.title.startsWith(title))?.rows ?? [];

const addedLabel = ({ name }) => (name === 'homing' ? 'and the rest of `homing`' : `and \`${name}\``);

const sizes = (figures) => {
  const programs = rowsOf(figures, 'sizes', 'One JSON GET');
  const added = rowsOf(figures, 'sizes', 'What each entry adds');
  const row = (label, found, sign = '') => ({
    label,
    gzip: found ? `${sign}${found.gzip.toFixed(1)}` : null,
    inside: found?.inside ?? null,
  });
  const find = (name) => programs.find((program) => program.name === name);
  return markdownTable({
    columns: [
      { key: 'label', label: 'One JSON GET' },
      { key: 'gzip', label: 'gzip, kB' },
      { key: 'inside', label: 'What is inside' },
    ],
    rows: [
      row('**homing**', find('homing: REST only')),
      ...added.map((entry) => row(addedLabel(entry), entry, '+')),
      ...PEERS.map((name) => row(`**${name}**`, find(name))),
    ],
  });
};

const speeds = (figures) => {
  const rows = rowsOf(figures, 'overhead', 'GET, a minimal');
  const columns = ['homing', ...PEERS];
  const cells = columns.map((name) => {
    const found = rows.find((row) => row.name === name || row.name === `${name} (fetch)`);
    return [name, found?.overhead === undefined ? null : `${found.overhead.toFixed(0)} ns`];
  });
  return markdownTable({
    columns: [{ key: 'label', label: '' }, ...columns.map((name) => ({ key: name, label: name }))],
    rows: [{ label: 'What a GET adds to a stub of `fetch`', ...Object.fromEntries(cells) }],
  });
};

/** The few figures that stand in the README. */
export const writeReadme = (figures) => {
  const tables = `${sizes(figures)}\n\n${speeds(figures)}`;
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(PLACE, (_, start, end) => `${start}\n${tables}\n${end}`),
  );
};
