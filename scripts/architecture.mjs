// Reads architecture.json for the scripts that need the features and entry points.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

export const table = readJson('architecture.json');

export const packageName = readJson('package.json').name;

/**
 * @typedef {object} Entry An entry point of the package: one file in lib/entries/, with its line in
 * architecture.json.
 * @property {string} name File name: `retry` for lib/entries/retry.ts, `index` for the package itself.
 * @property {string} [path] Import path if it differs from the name: `inspect/panel` for
 * lib/entries/inspect-panel.ts.
 * @property {string} key Key in the `exports` of package.json: `./retry`, or `.`.
 * @property {string} specifier Import specifier: `homing/retry`.
 * @property {'node'} [platform] The only platform that it runs on. Missing: all platforms.
 * @property {false} [production] False if it has no build of its own with codes: only Node loads it, or it has no sentences.
 * @property {string} [guide] Its page: the heading in the sidebar, and the file in docs/guide/.
 */

/** @type {Entry[]} */
export const entries = Object.entries({ ...table.entries, ...table.features, ...table.adapters })
  .filter(([, { entry }]) => entry !== false)
  .map(([name, line]) => {
    const path = name === 'index' ? '' : `/${line.path ?? name}`;
    const file = name === 'index' ? name : `entries/${name}`;
    return { name, file, key: `.${path}`, specifier: packageName + path, ...line };
  });
