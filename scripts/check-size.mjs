// Why: bytes creep in one import at a time. This bundles what a consumer would bundle and holds it to a budget.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

// gzip, in kB of 1000 bytes. What is, and not what is wanted: it may shrink, and not grow unnoticed.
const budgets = { 'REST only': 9.4, everything: 15.4 };

const programs = {
  'REST only': `
    import { createApi, defineRequest } from 'homing';
    const api = createApi({
      baseUrl: 'https://api.example.com',
      requests: { getUser: defineRequest()({ method: 'GET', path: '/users/:id' }) },
    });
    api.getUser({ id: 1 }).then(console.log);`,
  everything: `export * from 'homing';`,
};

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const measure = async (contents) => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    legalComments: 'none',
  });
  const [{ contents: bytes }] = outputFiles;
  return { minified: bytes.length / 1000, gzip: gzipSync(bytes, { level: 9 }).length / 1000 };
};

const row = (name, ...cells) =>
  console.log(name.padEnd(12) + cells.map((cell) => cell.padStart(12)).join(''));

row('kB', 'minified', 'gzip', 'budget');
for (const [name, budget] of Object.entries(budgets)) {
  const { minified, gzip } = await measure(programs[name]);
  const over = budget !== null && gzip > budget;
  row(name, minified.toFixed(2), gzip.toFixed(2), budget?.toFixed(2) ?? '-', over ? 'over budget' : '');
  if (over) process.exitCode = 1;
}
