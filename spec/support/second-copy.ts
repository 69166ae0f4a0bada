import { buildSync } from 'esbuild';
import type * as homing from '../../lib/index.js';

const { outputFiles } = buildSync({
  entryPoints: ['lib/index.ts'],
  bundle: true,
  format: 'cjs',
  target: 'es2022',
  write: false,
});

/** The package loaded once more, as when its ESM and its CommonJS build meet in one program. */
export const secondCopy = (): typeof homing => {
  const module = { exports: {} as typeof homing };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the library's own code
  new Function('module', 'exports', outputFiles[0]!.text)(module, module.exports);
  return module.exports;
};
