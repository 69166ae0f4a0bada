import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import typescript from '@rollup/plugin-typescript';
import { build, transform } from 'esbuild';
import { dts } from 'rollup-plugin-dts';
import { entries, root } from './scripts/architecture.mjs';
import { CODE, sentenceCodes } from './scripts/production/sources.mjs';

// The program of `npx homing`.
const BIN = { homing: 'lib/cli/homing.ts' };

/** Chunk that the inspector's page loads. It isn't an entry point and is never required. */
const PAGE = { 'chunks/inspector-page': 'lib/adapters/inspect-panel/inspector-page.ts' };

const inputOf = (list) => Object.fromEntries(list.map(({ name, file }) => [name, `lib/${file}.ts`]));

const input = inputOf(entries);

// Files of an earlier build would be packed with the new ones.
rmSync('dist', { recursive: true, force: true });

const placeOf = (id) => relative(join(root, 'lib'), id).split(sep);

// Puts shared code into one chunk for each folder of the core and of a feature. Small chunks pack better: npm
// lists both formats of a file next to each other, and gzip finds repetitions only within 32 kB.
const codeChunk = (id) => {
  if (id === CODE) return 'platform';
  const [group, room, ...rest] = placeOf(id);
  if (group === 'cli') return room === 'openapi' ? 'generator' : undefined;
  if (group === 'node') return /body|bytes|headers|response/.test(room) ? 'node-messages' : undefined;
  return (group === 'core' || group === 'features') && rest.length > 0 ? [room, ...rest].at(-2) : undefined;
};

// Puts the types into one file: in several files, they would have to be exported from each other. A feature
// that extends platform types keeps its own file, so that only its importers see the extension.
const typesChunk = (id) => {
  const [group, room] = placeOf(id);
  return group === 'core' || (group === 'features' && room !== 'transfer') ? 'types' : undefined;
};

/** Removes comments and white space, and keeps names and short lines for stack traces. */
const compact = {
  name: 'compact',
  async renderChunk(text) {
    const options = { minifyWhitespace: true, lineLimit: 120, legalComments: 'none', sourcemap: true };
    const { code, map } = await transform(text, options);
    // Bundlers for browsers must not resolve Node modules, which are loaded only if they exist.
    return { code: code.replaceAll('import("node:', 'import(/* webpackIgnore: true */"node:'), map };
  },
};

// Only the core gets source maps, because every call runs through it. The maps of all sources would be half
// of the package.
const TOLD = 'core';

/** Adds maps that contain the sources, with one position for each line. */
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

/** Bundles lit, which draws the panel, with its license. */
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

/** Marks the React hooks as client code, so that a framework reports a server component that calls one. */
const inThePage = {
  name: 'in-the-page',
  generateBundle(_, bundle) {
    bundle['react.js'].code = `'use client';\n${bundle['react.js'].code}`;
  },
};

/**
 * Adapts the CommonJS output: a package.json declares the format, and programs are removed, because they are
 * never required.
 */
const commonJs = {
  name: 'common-js',
  generateBundle(_, bundle) {
    for (const name of Object.keys({ ...BIN, ...PAGE })) delete bundle[`${name}.js`];
    // The generator is large and `generate` is asynchronous, so CommonJS imports the ES module.
    const { exports } = bundle['openapi-generator.js'];
    if ([...exports].sort().join() !== 'defineConfig,generate')
      throw new Error(`What requires the generator lacks ${exports}.`);
    delete bundle['chunks/generator.js'];
    bundle['openapi-generator.js'].code =
      `'use strict';\nexports.defineConfig = (config) => config;\nexports.generate = async (options) => (await import('../openapi-generator.js')).generate(options);\n`;
    // The page loads the panel as an ES module.
    delete bundle['chunks/panel-element.js'];
    const panel = bundle['inspect-panel.js'];
    const required = 'Promise.resolve().then(()=>require("./chunks/panel-element.js"))';
    if (!panel.code.includes(required)) throw new Error('inspect-panel loads its panel in another way.');
    panel.code = panel.code.replace(required, 'import("../chunks/panel-element.js")');
    // It reads files next to itself, which exist only in the ES format.
    bundle['inspect-server.js'].code =
      `'use strict';\nexports.serveInspector = async (...given) => (await import('../inspect-server.js')).serveInspector(...given);\n`;
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

// All entry points of a format are built together, so that `homing` and `homing/middleware` share their
// classes.
const output = (format, dir, extension, rest) => ({
  dir,
  format,
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `chunks/[name].${extension}`,
  minifyInternalExports: false,
  hoistTransitiveImports: false,
  // Use Node's modules as `require` returns them: the default wraps them, which fails for some.
  interop: 'esModule',
  generatedCode: { preset: 'es2015', symbols: false },
  ...rest,
});

/** Reuses the types of the CommonJS output for the ES modules, because they are equal. */
const sameTypes = {
  name: 'same-types',
  writeBundle() {
    for (const { name } of entries) writeFileSync(`dist/${name}.d.ts`, `export * from './cjs/${name}.js';\n`);
  },
};

// Node's own modules, and packages that only the generator needs or that are optional peers.
const external = [
  /^node:/,
  '@opentelemetry/api',
  'eventsource-parser',
  'oauth4webapi',
  'react',
  '@redocly/openapi-core',
  '@scalar/openapi-upgrader',
];

// Prints what is being built. With --silent, other scripts hide rollup's report, but the build takes half a
// minute.
const telling = (what) => ({
  name: 'telling',
  buildStart: () => console.error(`building ${what} …`),
});

const compiled = (compilerOptions) =>
  typescript({
    tsconfig: 'tsconfig.json',
    noEmitOnError: true,
    compilerOptions: { noEmit: false, declaration: false, isolatedDeclarations: false, ...compilerOptions },
  });

/** Settings of both builds. */
const code = {
  external,
  // As in package.json: importing a file has no side effects.
  treeshake: { moduleSideEffects: false },
};

export default ({ silent }) => [
  {
    ...code,
    input: { ...input, ...BIN, ...PAGE },
    plugins: [silent && telling('homing'), lit, compiled()],
    output: [
      output('es', 'dist', 'js', {
        manualChunks: codeChunk,
        plugins: [compact, maps, inThePage],
        sourcemap: 'hidden',
      }),
      output('cjs', 'dist/cjs', 'js', { manualChunks: codeChunk, plugins: [compact, commonJs, inThePage] }),
    ],
  },
  // The production build: the same files, with codes instead of sentences for programmers.
  {
    ...code,
    input: inputOf(entries.filter(({ production }) => production !== false)),
    // The default build has checked the types.
    plugins: [silent && telling('its production build'), compiled({ noCheck: true }), sentenceCodes(CODE)],
    output: ['es', 'cjs'].map((format) =>
      output(format, format === 'es' ? 'dist/production' : 'dist/cjs/production', 'js', {
        manualChunks: codeChunk,
        plugins: [compact, inThePage],
      }),
    ),
  },
  {
    input,
    plugins: [silent && telling('its types'), dts()],
    output: [output('es', 'dist/cjs', 'd.ts', { manualChunks: typesChunk, plugins: [sameTypes] })],
  },
];
