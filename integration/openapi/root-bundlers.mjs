// The bundlers that are installed with the project.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import { root } from '../../scripts/architecture.mjs';

const { exports, sideEffects } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const MINIFIED = { minify: true, format: 'esm', target: 'es2022', legalComments: 'none' };

/** Rollup doesn't resolve packages without a plugin. Resolves homing's entry points from its package.json. */
const homing = {
  name: 'homing',
  resolveId(specifier) {
    const entry = exports[specifier.replace(/^homing/, '.')];
    return entry && { id: join(root, entry.import.default), moduleSideEffects: sideEffects };
  },
};

/** @type {import('./growth.mjs').Bundler} */
export const esbuild = {
  source: 'homing.ts',
  bundle: async (entry) => {
    const { outputFiles } = await build({ ...MINIFIED, entryPoints: [entry], bundle: true, write: false });
    return outputFiles[0].text;
  },
};

/** Rollup doesn't minify. @type {import('./growth.mjs').Bundler} */
export const rollupWithEsbuild = {
  source: 'homing.js',
  bundle: async (entry) => {
    const bundle = await rollup({ input: entry, plugins: [homing] });
    const { output } = await bundle.generate({ format: 'es' });
    await bundle.close();
    return (await transform(output[0].code, MINIFIED)).code;
  },
};
