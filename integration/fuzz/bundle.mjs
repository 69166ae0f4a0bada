// Bundles the generators and invariants of the specs, so that they run against the built package instead of the
// sources.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const builtPackage = {
  name: 'built-package',
  setup: (bundler) =>
    bundler.onResolve({ filter: /\/lib\/\w+\.js$/ }, ({ path }) => ({
      path: pathToFileURL(join(root, 'dist', path.split('/lib/')[1])).href,
      external: true,
    })),
};

/** Writes the bundle. Returns its URL, and the folder to remove. */
export const bundleCampaign = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'homing-fuzz-'));
  const outfile = join(folder, 'campaign.mjs');
  await build({
    entryPoints: [join(root, 'spec/fuzz/campaign.ts')],
    bundle: true,
    outfile,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    plugins: [builtPackage],
    logLevel: 'warning',
  });
  return { folder, url: pathToFileURL(outfile).href };
};
