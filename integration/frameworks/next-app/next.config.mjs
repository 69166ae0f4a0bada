import { dirname } from 'node:path';

// The packages are installed in the parent folder.
const root = dirname(import.meta.dirname);

export default {
  distDir: 'build',
  pageExtensions: ['mjs'],
  outputFileTracingRoot: root,
  turbopack: { root },
};
