// Why: one lockfile for all who are tried beside homing. `overrides` in package.json: the newest of some packages names
// builds, or asks for versions, that are not in every registry.
import { fileURLToPath } from 'node:url';
import { install } from '../install.mjs';

await install(fileURLToPath(new URL('.', import.meta.url)));
