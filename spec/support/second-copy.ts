import { buildSync } from 'esbuild';
import type * as homing from '../../lib/index.js';

const { outputFiles } = buildSync({
  entryPoints: ['lib/index.ts'],
  bundle: true,
  format: 'cjs',
  target: 'es2022',
  write: false,
});

/** A second copy of the package, as when its ESM and CommonJS builds are loaded in one program. */
export const secondCopy = (): typeof homing => {
  const module = { exports: {} as typeof homing };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the library's own code
  new Function('module', 'exports', outputFiles[0]!.text)(module, module.exports);
  return module.exports;
};
