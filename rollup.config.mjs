import { rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import typescript from '@rollup/plugin-typescript';
import { dts } from 'rollup-plugin-dts';
import { entries, root } from './scripts/house.mjs';

// What `npx homing` runs.
const BIN = { homing: 'lib/cli/homing.ts' };

const input = Object.fromEntries(entries.map(({ name }) => [name, `lib/${name}.ts`]));

// A file that an earlier build left behind would be packed with the new ones.
rmSync('dist', { recursive: true, force: true });

const placeOf = (id) => relative(join(root, 'lib'), id).split(sep);

// What entries share: the ground floor, which `homing/node` stands on too, the core, and a file for each part.
const codeChunk = (id) => {
  const [group, room] = placeOf(id);
  if (group === 'core') return room === 'platform' ? 'platform' : 'core';
  if (group === 'cli') return room === 'openapi' ? 'generator' : undefined;
  return group === 'parts' ? room : undefined;
};

// Nobody requires a program.
const withoutBin = {
  name: 'without-bin',
  generateBundle(_, bundle) {
    for (const name of Object.keys(BIN))
      for (const end of ['cjs', 'cjs.map']) delete bundle[`${name}.${end}`];
  },
};

// In one file, as types of the core that no entry exports would have to be exported from a file of their own. A part that
// adds to types of the platform keeps to its own: only who imports it is to see that.
const typesChunk = (id) => {
  const [group, room] = placeOf(id);
  return group === 'core' || (group === 'parts' && room !== 'transfer') ? 'types' : undefined;
};

// All entries of one format go through one build, so `homing` and `homing/middleware` share their classes.
const output = (format, extension, rest) => ({
  dir: 'dist',
  format,
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `chunks/[name].${extension}`,
  minifyInternalExports: false,
  hoistTransitiveImports: false,
  // Node's modules are taken as `require` gives them; the default wraps them, and some can't be wrapped.
  interop: 'esModule',
  ...rest,
});
const code = {
  sourcemap: true,
  // The sources are packed themselves, once and not for each format.
  sourcemapExcludeSources: true,
  generatedCode: { preset: 'es2015', symbols: false },
  manualChunks: codeChunk,
};
const types = { manualChunks: typesChunk };

// Of Node itself, for what runs nowhere else; and what only who generates from OpenAPI installs.
const external = [
  /^node:/,
  'eventsource-parser',
  'oauth4webapi',
  '@redocly/openapi-core',
  '@scalar/openapi-upgrader',
];

// What rollup reports is for who works on the build, and a script that builds first leaves it out, by --silent. Who
// called that is told at least what takes half a minute.
const telling = (what) => ({
  name: 'telling',
  buildStart: () => console.error(`building ${what} …`),
});

export default ({ silent }) => [
  {
    input: { ...input, ...BIN },
    external,
    // As package.json says: a file is there for what it exports.
    treeshake: { moduleSideEffects: false },
    plugins: [
      silent && telling('homing'),
      typescript({
        tsconfig: 'tsconfig.json',
        noEmitOnError: true,
        compilerOptions: { noEmit: false, declaration: false, isolatedDeclarations: false },
      }),
    ],
    output: [output('es', 'js', code), output('cjs', 'cjs', { ...code, plugins: [withoutBin] })],
  },
  {
    input,
    plugins: [silent && telling('its types'), dts()],
    output: [output('es', 'd.ts', types), output('es', 'd.cts', types)],
  },
];
