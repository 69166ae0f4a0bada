import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const MODULES = fileURLToPath(new URL('node_modules', import.meta.url));

/** One file of an entry and all that it imports. */
export const bundle = (entry, outfile, options) =>
  build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    nodePaths: [MODULES],
    logLevel: 'warning',
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
    banner: { js: `globalThis.__SETTINGS__ = ${JSON.stringify(settings)};` },
    plugins: [reactNativePreset(babel, preset, profile)],
    mainFields: ['react-native', 'module', 'main'],
    conditions: ['react-native'],
  });
};
