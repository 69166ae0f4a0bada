// The specs' own generators and invariants, made to run against the built package in place of its sources.
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

/** Writes the bundle; gives its URL, and the folder to be removed. */
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
