import { dirname } from 'node:path';

// The packages are installed one folder up.
const root = dirname(import.meta.dirname);

export default { outputFileTracingRoot: root, turbopack: { root } };
