// One lockfile for all packages that are tested together with homing. `overrides` in package.json replaces versions
// that are not in every registry.
import { fileURLToPath } from 'node:url';
import { install } from '../install.mjs';

await install(fileURLToPath(new URL('.', import.meta.url)));
