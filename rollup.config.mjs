import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import typescript from '@rollup/plugin-typescript';
import { build, transform } from 'esbuild';
import { dts } from 'rollup-plugin-dts';
import { entries, root } from './scripts/architecture.mjs';

// What `npx homing` runs.
const BIN = { homing: 'lib/cli/homing.ts' };

/** What a page of the inspector loads: no entry, and nothing that is required. */
const PAGE = { 'chunks/inspector-page': 'lib/adapters/inspect-panel/inspector-page.ts' };

const input = Object.fromEntries(entries.map(({ name, file }) => [name, `lib/${file}.ts`]));

// A file that an earlier build left behind would be packed with the new ones.
rmSync('dist', { recursive: true, force: true });

const placeOf = (id) => relative(join(root, 'lib'), id).split(sep);

// What entries share: a file for each folder of the core and of a feature. Small ones, as npm packs the two formats of a file
// side by side, and what stands twice within 32 kB is packed once.
const codeChunk = (id) => {
  const [group, room, ...rest] = placeOf(id);
  if (group === 'cli') return room === 'openapi' ? 'generator' : undefined;
  if (group === 'node') return /body|bytes|headers|response/.test(room) ? 'node-messages' : undefined;
  return (group === 'core' || group === 'features') && rest.length > 0 ? [room, ...rest].at(-2) : undefined;
};

// In one file, as types of the core that no entry exports would have to be exported from a file of their own. A part that
// adds to types of the platform keeps to its own: only who imports it is to see that.
const typesChunk = (id) => {
  const [group, room] = placeOf(id);
  return group === 'core' || (group === 'features' && room !== 'transfer') ? 'types' : undefined;
};

/** Without comments and white space, but with its names, in lines that a stack trace can point to. */
const compact = {
  name: 'compact',
  async renderChunk(text) {
    const options = { minifyWhitespace: true, lineLimit: 120, legalComments: 'none', sourcemap: true };
    const { code, map } = await transform(text, options);
    // What is asked for at run time, and may not be there, is nothing that a bundler for browsers is to look for.
    return { code: code.replaceAll('import("node:', 'import(/* webpackIgnore: true */"node:'), map };
  },
};

// What a debugger steps into: the code that every call runs through. The sources of all would be half of the package.
const TOLD = 'core';

/** Maps with the sources in them, and a place for each line of a source. */
const maps = {
  name: 'maps',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle).filter(({ type }) => type === 'chunk')) {
      const map = bundle[chunk.sourcemapFileName];
      if (!chunk.moduleIds.every((id) => placeOf(id)[0] === TOLD)) {
        delete bundle[chunk.sourcemapFileName];
        continue;
      }
      const lines = decode(chunk.map.mappings).map((places) =>
        places.filter((place, at) => place[2] !== places[at - 1]?.[2] || place[1] !== places[at - 1]?.[1]),
      );
      map.source = JSON.stringify({ ...chunk.map, names: [], mappings: encode(lines) });
      chunk.code += `//# sourceMappingURL=${basename(chunk.sourcemapFileName)}\n`;
    }
  },
};

/** What draws the panel goes into the package, as one file, with its notice. */
const lit = {
  name: 'lit',
  resolveId: (id) => (id === 'lit' ? '\0lit' : undefined),
  async load(id) {
    if (id !== '\0lit') return undefined;
    const contents = "export { html, LitElement, nothing, svg, unsafeCSS } from 'lit';";
    const options = {
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
      legalComments: 'none',
    };
    const { outputFiles } = await build({ stdin: { contents, resolveDir: root }, ...options });
    return outputFiles[0].text;
  },
  generateBundle({ format }) {
    if (format !== 'es') return;
    const notice = readFileSync(join(root, 'node_modules/lit/LICENSE'), 'utf8');
    this.emitFile({
      type: 'asset',
      fileName: 'lit.LICENSE.txt',
      source: `inspect-panel contains lit.\n\n${notice}`,
    });
  },
};

/** Hooks run in the page: a server component that calls one is told so by its framework. */
const inThePage = {
  name: 'in-the-page',
  generateBundle(_, bundle) {
    bundle['react.js'].code = `'use client';\n${bundle['react.js'].code}`;
  },
};

/** What is CommonJS alone: Node knows by package.json what the files of its folder are. A program is required by no one. */
const commonJs = {
  name: 'common-js',
  generateBundle(_, bundle) {
    for (const name of Object.keys({ ...BIN, ...PAGE })) delete bundle[`${name}.js`];
    // Large, and one function that gives a promise: there is one of it.
    const { exports } = bundle['openapi-generator.js'];
    if (exports.join() !== 'generate') throw new Error(`What requires the generator lacks ${exports}.`);
    delete bundle['chunks/generator.js'];
    bundle['openapi-generator.js'].code =
      `'use strict';\nexports.generate = async (options) => (await import('../openapi-generator.js')).generate(options);\n`;
    // What draws the panel is loaded by a page, as a module.
    delete bundle['chunks/panel-element.js'];
    const panel = bundle['inspect-panel.js'];
    const required = 'Promise.resolve().then(()=>require("./chunks/panel-element.js"))';
    if (!panel.code.includes(required)) throw new Error('inspect-panel loads its panel in another way.');
    panel.code = panel.code.replace(required, 'import("../chunks/panel-element.js")');
    // It reads files beside it, which are those of the other format.
    bundle['inspect-server.js'].code =
      `'use strict';\nexports.serveInspector = async (...given) => (await import('../inspect-server.js')).serveInspector(...given);\n`;
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

// All entries of one format go through one build, so `homing` and `homing/middleware` share their classes.
const output = (format, dir, extension, rest) => ({
  dir,
  format,
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `chunks/[name].${extension}`,
  minifyInternalExports: false,
  hoistTransitiveImports: false,
  // Node's modules are taken as `require` gives them; the default wraps them, and some can't be wrapped.
  interop: 'esModule',
  generatedCode: { preset: 'es2015', symbols: false },
  ...rest,
});

/** The types of both formats are the same: those of ES modules are the other's by another name. */
const sameTypes = {
  name: 'same-types',
  writeBundle() {
    for (const { name } of entries) writeFileSync(`dist/${name}.d.ts`, `export * from './cjs/${name}.js';\n`);
  },
};

// Of Node itself, for what runs nowhere else; and what only who generates from OpenAPI installs.
const external = [
  /^node:/,
  '@opentelemetry/api',
  'eventsource-parser',
  'oauth4webapi',
  'react',
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
    input: { ...input, ...BIN, ...PAGE },
    external,
    // As package.json says: a file is there for what it exports.
    treeshake: { moduleSideEffects: false },
    plugins: [
      silent && telling('homing'),
      lit,
      typescript({
        tsconfig: 'tsconfig.json',
        noEmitOnError: true,
        compilerOptions: { noEmit: false, declaration: false, isolatedDeclarations: false },
      }),
    ],
    output: [
      output('es', 'dist', 'js', {
        manualChunks: codeChunk,
        plugins: [compact, maps, inThePage],
        sourcemap: 'hidden',
      }),
      output('cjs', 'dist/cjs', 'js', { manualChunks: codeChunk, plugins: [compact, commonJs, inThePage] }),
    ],
  },
  {
    input,
    plugins: [silent && telling('its types'), dts()],
    output: [output('es', 'dist/cjs', 'd.ts', { manualChunks: typesChunk, plugins: [sameTypes] })],
  },
];
