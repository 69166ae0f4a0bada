// Bundlers differ in the code that they remove. Bundles the client of GitHub's document with four popular bundlers. A
// bundle with two of the 1,223 endpoints must contain only the code of these two. After a build:
//
//   node integration/openapi/bundlers.mjs
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/architecture.mjs';
import { install } from '../install.mjs';
import { here } from './documents.mjs';
import { DOCUMENT } from './github-document.mjs';
import { checkGrowth } from './growth.mjs';
import { esbuild, rollupWithEsbuild } from './root-bundlers.mjs';

await install(here);
const { rolldown } = await import('rolldown');
const webpack = createRequire(import.meta.url)('webpack');
const { generate } = await import(join(root, 'dist/openapi-generator.js'));

const withRolldown = {
  source: 'homing.ts',
  bundle: async (entry) => {
    const bundle = await rolldown({ input: entry, platform: 'browser' });
    const { output } = await bundle.generate({ format: 'es', minify: true });
    await bundle.close();
    return output[0].code;
  },
};

const withWebpack = {
  source: 'homing.js',
  bundle: async (entry) => {
    const output = { path: join(dirname(entry), 'webpack'), filename: 'bundle.js', module: true };
    const compiler = webpack({
      ...{ mode: 'production', target: ['web', 'es2022'], experiments: { outputModule: true } },
      ...{ entry, context: dirname(entry), output, performance: false },
    });
    const stats = await new Promise((resolve, reject) =>
      compiler.run((error, done) => (error ? reject(error) : resolve(done))),
    );
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
    return readFileSync(join(output.path, output.filename), 'utf8');
  },
};

const folder = mkdtempSync(join(tmpdir(), 'homing-bundlers-'));
try {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/homing'), 'junction');
  // Most programs don't set `sideEffects`, so a bundler can remove a file only because of its content.
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const { text } = await generate({ document: DOCUMENT, offline: true });
  writeFileSync(join(folder, 'homing.ts'), text);
  const bundlers = { esbuild, rollup: rollupWithEsbuild, rolldown: withRolldown, webpack: withWebpack };
  const faults = await checkGrowth(folder, text, bundlers);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
