// Bundles the specs' dispatcher contract, so that it runs against the built package instead of the sources.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const builtPackage = {
  name: 'built-package',
  setup: (bundler) =>
    bundler.onResolve({ filter: /\/lib\/node\.js$/ }, () => ({
      path: pathToFileURL(join(ROOT, 'dist/node.js')).href,
      external: true,
    })),
};

/** Writes the bundle. Returns its path, and the folder to remove. */
export const bundleDispatchers = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'homing-transport-'));
  const outfile = join(folder, 'dispatchers.mjs');
  await build({
    stdin: {
      contents: `
        export { dispatcherKinds } from './dispatcher-kinds.js';
        export { dispatcherCalls } from './dispatcher-calls.js';
        export { differencesOf } from './dispatcher-differences.js';`,
      resolveDir: join(ROOT, 'spec/contracts'),
    },
    bundle: true,
    outfile,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // The specs' server is CommonJS. Its code in the bundle needs `require` in a module.
    banner: {
      js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    plugins: [builtPackage],
    logLevel: 'warning',
  });
  return { folder, file: outfile };
};
