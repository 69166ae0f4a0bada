import { readFileSync, rmSync } from 'node:fs';
import typescript from '@rollup/plugin-typescript';
import { dts } from 'rollup-plugin-dts';

// The exports map is the one list of entries: "./testing" there is lib/testing.ts here.
const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const names = Object.keys(exports)
  .filter((entry) => !entry.endsWith('.json'))
  .map((entry) => (entry === '.' ? 'index' : entry.slice('./'.length)));
const input = Object.fromEntries(names.map((name) => [name, `lib/${name}.ts`]));

// A file that an earlier build left behind would be packed with the new ones.
rmSync('dist', { recursive: true, force: true });

// All entries of one format go through one build, so `homing` and `homing/middleware` share their classes.
const output = (format, extension, rest) => ({
  dir: 'dist',
  format,
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `chunks/[name].${extension}`,
  minifyInternalExports: false,
  // Node's modules are taken as `require` gives them; the default wraps them, and some can't be wrapped.
  interop: 'esModule',
  ...rest,
});
const code = { sourcemap: true, generatedCode: { preset: 'es2015', symbols: false } };

// Of Node itself, for `homing/node`.
const external = [/^node:/];

export default [
  {
    input,
    external,
    plugins: [
      typescript({
        tsconfig: 'tsconfig.json',
        noEmitOnError: true,
        compilerOptions: { noEmit: false, declaration: false, isolatedDeclarations: false },
      }),
    ],
    output: [output('es', 'js', code), output('cjs', 'cjs', code)],
  },
  {
    input,
    plugins: [dts()],
    output: [output('es', 'd.ts'), output('es', 'd.cts')],
  },
];
