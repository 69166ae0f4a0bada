import { dirname } from 'node:path';

// The packages are installed in the parent folder.
const root = dirname(import.meta.dirname);

export default { outputFileTracingRoot: root, turbopack: { root } };
