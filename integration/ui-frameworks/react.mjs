// Bundles one program with several versions of React. The folder of a bundle decides which React it finds.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/** Bundles the app with the React of a folder. Returns the file. */
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
    // Don't bundle this package: it isn't tested, and it reads files from its own folder.
    external: ['jsdom'],
    alias: { react: from('react'), 'react-dom': from('react-dom') },
    banner: {
      js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  });
  return outfile;
};
