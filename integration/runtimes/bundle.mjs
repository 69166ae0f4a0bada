import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { CASES_LEFT_OUT, ROOT, platformCases, specs } from './specs.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const MODULES = here('node_modules');

/** The replacements of Jest's modules, which only run in Node. */
const JEST = Object.fromEntries(
  ['jest-message-util', 'jest-regex-util', 'jest-util', 'node:util', 'util'].map((name) => [
    name,
    here('stand-ins/jest-internals.cjs'),
  ]),
);

const NODE = {
  'node:events': here('stand-ins/node-events.mjs'),
  'node:timers/promises': here('stand-ins/node-timers.mjs'),
  'node:vm': here('stand-ins/node-vm.mjs'),
};

const FACE = /\/lib\/(?:entries\/)?(index|middleware|testing|retry|resilience|results)\.js$/;

/** The bundle imports homing's entry points from the packed package. All other imports of a spec are bundled. */
const packedPackage = (folder) => ({
  name: 'packed-package',
  setup({ onResolve }) {
    onResolve({ filter: FACE }, ({ path, importer }) => {
      if (!importer.startsWith(join(ROOT, 'spec'))) return undefined;
      const [, face] = FACE.exec(path);
      return { path: face === 'index' ? 'homing' : `homing/${face}`, external: true };
    });
    onResolve({ filter: /^homing(\/|$)/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^homing-again$/ }, () => ({
      path: join(folder, 'node_modules/homing/dist/index.js'),
    }));
    onResolve({ filter: /\/second-copy\.js$/ }, () => ({ path: here('stand-ins/second-copy.mjs') }));
  },
});

const loaders = (files) =>
  files
    .map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(join(ROOT, file))})`)
    .join(',\n');

const entry = `
import { host } from ${JSON.stringify(here('platform/host.mjs'))};
import { run } from ${JSON.stringify(here('stand-ins/vitest.mjs'))};
export { acrossRequests } from ${JSON.stringify(here('platform/across-requests.mjs'))};
const platform = { ${loaders(platformCases())} };
const specs = { ${loaders(specs())} };
export const runSpecs = ({ server, fetch, lacks, platformOnly }) => {
  Object.assign(host, { server, fetch });
  return run(platformOnly ? platform : { ...specs, ...platform }, lacks, ${JSON.stringify(CASES_LEFT_OUT)});
};`;

/**
 * Bundles the specs and the platform cases into one file that imports the package by its name.
 *
 * @param folder The folder where the packed package is installed.
 * @param isNode Whether the runtime has Node's own modules.
 */
export const bundleSpecs = (folder, outfile, format, isNode) =>
  build({
    stdin: { contents: entry, resolveDir: ROOT },
    outfile: join(folder, outfile),
    bundle: true,
    format,
    platform: 'neutral',
    mainFields: ['browser', 'module', 'main'],
    alias: { vitest: here('stand-ins/vitest.mjs'), ...JEST, ...(isNode ? {} : NODE) },
    // Keep function names, because messages contain the name of a middleware.
    keepNames: true,
    // Deno can't parse a surrogate next to an escaped character.
    charset: 'utf8',
    // React Native's preset generates wrong code for an `await` in a spread, and fails for an `await` in a template
    // and for static blocks.
    supported: { 'object-rest-spread': isNode, 'template-literal': isNode, 'class-static-blocks': isNode },
    define: { 'process.env.NODE_ENV': '"test"' },
    inject: [here('stand-ins/platform.mjs')],
    external: isNode ? Object.keys(NODE) : [],
    plugins: [packedPackage(folder)],
    logLevel: 'warning',
  });

/** Bundles an entry and all its imports into one file. */
export const bundle = (entry, outfile, options) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    nodePaths: [MODULES],
    logLevel: 'error',
    ...options,
  });

/** Compiles each module with React Native's Babel preset, as Metro does. */
const reactNativePreset = ({ transformAsync }, preset, profile) => ({
  name: 'react-native-preset',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?js$/ }, async ({ path }) => {
      if (path.includes('/core-js/')) return undefined;
      const options = { unstable_transformProfile: profile, disableImportExportTransform: true };
      const { code } = await transformAsync(await readFile(path, 'utf8'), {
        filename: path,
        babelrc: false,
        configFile: false,
        compact: false,
        presets: [[preset, { ...options, enableBabelRuntime: false }]],
      });
      return { contents: code, loader: 'js' };
    });
  },
});

/**
 * Bundles an app as React Native does.
 *
 * @param profile The preset's name for the engine: `hermes-stable` for the newest one, `default` for older ones.
 */
export const bundleForReactNative = async (entry, outfile, profile, settings) => {
  const [babel, { default: preset }] = await Promise.all(
    ['@babel/core', '@react-native/babel-preset'].map((name) => import(name)),
  );
  await bundle(entry, outfile, {
    format: 'iife',
    // Metro's modules are in strict mode, and keep function names.
    banner: { js: `'use strict';\nglobalThis.__SETTINGS__ = ${JSON.stringify(settings)};` },
    keepNames: true,
    plugins: [reactNativePreset(babel, preset, profile)],
    mainFields: ['react-native', 'module', 'main'],
    conditions: ['react-native'],
  });
};
