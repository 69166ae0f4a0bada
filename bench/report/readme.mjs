import { readFileSync, writeFileSync } from 'node:fs';

const readme = new URL('../../README.md', import.meta.url);
const PLACE = /(<!-- benchmarks:start -->\n)[^]*(\n<!-- benchmarks:end -->)/;
const PEERS = ['ky', 'ofetch', 'axios'];

const programsOf = ({ suites }) =>
  suites.find(({ name }) => name === 'sizes')?.tables.find(({ title }) => title.startsWith('One JSON GET'))
    ?.rows ?? [];

/** `4.1 kB with ofetch` */
const sizeOf = (programs, program, name) => {
  const { gzip } = programs.find((row) => row.name === program) ?? {};
  return gzip === undefined ? [] : [`${gzip.toFixed(1)} kB with ${name}`];
};

/** Writes the size of homing and of three peers into the README. */
export const writeReadme = (figures) => {
  const programs = programsOf(figures);
  const [first, production, ...others] = [
    ...sizeOf(programs, 'homing: REST only', 'homing'),
    ...sizeOf(programs, 'homing: REST only, production build', 'homing'),
    ...PEERS.flatMap((name) => sizeOf(programs, name, name)),
  ];
  if (others.length < PEERS.length) return;
  const last = others.pop();
  const sizes = [first, production].map((text) => text.replace(' with homing', ''));
  const sentence =
    `A program with one JSON GET is ${sizes[0]} gzipped with homing (${sizes[1]} in a ` +
    `[production build](docs/guide/installation.md#production-build)), ${others.join(', ')} and ${last}. ` +
    '[Benchmarks](docs/benchmarks.md) has the size of each entry, and the speed.';
  writeFileSync(
    readme,
    readFileSync(readme, 'utf8').replace(PLACE, (_, start, end) => start + sentence + end),
  );
};
