// Why: a React is found by its place on the disk, and one program is to meet several.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Bundles the app with the React of a folder; gives the file. */
export const bundleWith = async (folder) => {
  const from = (name) => join(HERE, folder, 'node_modules', name);
  const outfile = join(HERE, 'build', `react-app-${folder.replace(/\W/g, '') || 'newest'}.mjs`);
  await mkdir(join(HERE, 'build'), { recursive: true });
  await build({
    entryPoints: [join(HERE, 'run/react-app.mjs')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // It is no part of what is tried, and reads files beside its own.
    external: ['jsdom'],
    alias: { react: from('react'), 'react-dom': from('react-dom') },
    banner: {
      js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
};
