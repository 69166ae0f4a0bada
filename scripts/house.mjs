// What house.json says, for whoever needs the list of parts and entries.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

export const table = JSON.parse(readFileSync(join(root, 'house.json'), 'utf8'));
