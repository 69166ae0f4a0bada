import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { CASES_LEFT_OUT, ROOT, platformCases, specs } from './specs.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const MODULES = here('node_modules');

/** What stands in for modules of Jest, which are made for Node. */
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

const FACE = /\/lib\/(?:entries\/)?(index|middleware|testing|retry|resilience)\.js$/;

/** The package's faces are the packed ones, which whoever runs the bundle has; what else a spec takes is bundled. */
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
 * The specs and the cases of the platform in one file, which imports the package by its name.
 *
 * @param folder Where the packed package is installed.
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
    // A middleware is told of by its name.
    keepNames: true,
    // Deno can't read a surrogate beside an escaped character.
    charset: 'utf8',
    // React Native's preset makes broken code of an `await` in a spread, and none of one in a template or of a static block.
    supported: { 'object-rest-spread': isNode, 'template-literal': isNode, 'class-static-blocks': isNode },
    define: { 'process.env.NODE_ENV': '"test"' },
    inject: [here('stand-ins/platform.mjs')],
    external: isNode ? Object.keys(NODE) : [],
    plugins: [packedPackage(folder)],
    logLevel: 'warning',
  });

/** One file of an entry and all that it imports. */
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

/** Reads each module as Metro does: through React Native's own Babel preset. */
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
 * A bundle such as React Native makes of an app.
 *
 * @param profile The preset's name for the engine: `hermes-stable` for the newest one, `default` for older ones.
 */
export const bundleForReactNative = async (entry, outfile, profile, settings) => {
  const [babel, { default: preset }] = await Promise.all(
    ['@babel/core', '@react-native/babel-preset'].map((name) => import(name)),
  );
  await bundle(entry, outfile, {
    format: 'iife',
    // Metro's modules are strict, and keep their names.
    banner: { js: `'use strict';\nglobalThis.__SETTINGS__ = ${JSON.stringify(settings)};` },
    keepNames: true,
    plugins: [reactNativePreset(babel, preset, profile)],
    mainFields: ['react-native', 'module', 'main'],
    conditions: ['react-native'],
  });
};
