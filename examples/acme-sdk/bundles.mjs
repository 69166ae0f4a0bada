// Bundles programs that import one of the two SDKs as `acme-sdk`, over the built homing of this repository.
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../scripts/architecture.mjs';

/** The entry files of the two SDKs. */
export const SDKS = {
  generated: join(import.meta.dirname, 'src/index.ts'),
  byHand: join(import.meta.dirname, 'by-hand/acme.ts'),
};

/** Resolves `acme-sdk` to a file, and homing from the root of the repository. */
const resolver = (entry) => ({
  name: 'acme-sdk',
  setup(bundler) {
    bundler.onResolve({ filter: /^acme-sdk$/ }, () => ({ path: entry, sideEffects: false }));
    bundler.onResolve({ filter: /^homing(\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === 'root'
        ? undefined
        : bundler.resolve(path, { resolveDir: root, kind, pluginData: 'root' }),
    );
  },
});

/**
 * Returns the bytes of a program.
 *
 * @param {'generated' | 'byHand'} sdk
 * @param {string} contents The program.
 * @param {import('esbuild').BuildOptions} options
 */
export async function bundle(sdk, contents, options) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'js' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    legalComments: 'none',
    plugins: [resolver(SDKS[sdk])],
    ...options,
  });
  return outputFiles[0].contents;
}

/** Loads an SDK. */
export async function loadSdk(sdk) {
  const bytes = await bundle(sdk, "export * from 'acme-sdk'; export { default } from 'acme-sdk';", {
    platform: 'node',
  });
  return import(`data:text/javascript;base64,${Buffer.from(bytes).toString('base64')}`);
}
