import { buildSync } from 'esbuild';
import type * as homing from '../../lib/index.js';

const bundles = new Map<string, string>();

const bundleOf = (entry: string): string => {
  const options = { bundle: true, format: 'cjs', target: 'es2022', write: false } as const;
  const bundle = bundles.get(entry) ?? buildSync({ entryPoints: [entry], ...options }).outputFiles[0]!.text;
  bundles.set(entry, bundle);
  return bundle;
};

/** Loads a second copy of an entry point, as when the ESM and CommonJS builds are loaded in one program. */
export const secondCopyOf = (entry: string): unknown => {
  const module = { exports: {} };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the library's own code
  new Function('module', 'exports', bundleOf(entry))(module, module.exports);
  return module.exports;
};

/** Loads a second copy of the package. */
export const secondCopy = (): typeof homing => secondCopyOf('lib/index.ts') as typeof homing;
