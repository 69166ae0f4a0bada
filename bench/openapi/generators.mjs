// The measured generators, with the command that their users run.
import { dirname, join } from 'node:path';
import { DOCUMENT } from '../../integration/openapi/github-document.mjs';
import { root } from '../../scripts/architecture.mjs';

/** The folder where the other generators are installed. */
const peers = dirname(import.meta.dirname);

/**
 * @typedef {object} Generator
 * @property {string} name
 * @property {string} output The file or folder that it writes.
 * @property {(output: string) => string[]} args The arguments for Node.
 */

/** @type {Generator[]} */
export const generators = [
  {
    name: 'homing',
    output: 'homing.ts',
    args: (output) => [join(root, 'dist/homing.js'), 'openapi', DOCUMENT, '-o', output],
  },
  {
    name: 'openapi-typescript 7.13',
    output: 'openapi-typescript.ts',
    args: (output) => [
      join(peers, 'node_modules/openapi-typescript/bin/cli.js'),
      DOCUMENT,
      '--output',
      output,
    ],
  },
  {
    name: '@hey-api/openapi-ts 0.95',
    output: 'hey-api',
    args: (output) => [
      join(peers, 'node_modules/@hey-api/openapi-ts/bin/run.js'),
      '--input',
      DOCUMENT,
      '--output',
      output,
    ],
  },
];
