// The sources that have codes in the production build, and the plugin for Rollup and Vite that inserts the codes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../architecture.mjs';
import { encode } from './encode.mjs';
import { findHelpers, parse } from './sentences.mjs';

/** Folders whose code runs in bundles. Node's fetch, tests and the command line keep their sentences. */
const FOLDERS = ['core', 'features', 'adapters'];

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));

export const CODES = fileOf('codes.json');

/** Reads the sentences by code. */
export const readCodes = () => JSON.parse(readFileSync(CODES, 'utf8'));

/** Returns the sources: paths and texts. */
export const readSources = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(root, 'lib', folder), { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => join(root, 'lib', folder, name)),
  ).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

export const helpersIn = (sources) => findHelpers(sources.map(({ file, text }) => parse(file, text)));

/** Module with the function `code` of the production build. */
export const CODE = fileOf('code.mjs');

/** Module with a `code` that looks sentences up, for the specs. */
export const CODE_LOOKUP = fileOf('code-lookup.mjs');

/**
 * A plugin for Rollup and Vite that replaces sentences by codes. Throws for a sentence that has no code.
 *
 * @param {string} codeModule `CODE` or `CODE_LOOKUP`.
 */
export const sentenceCodes = (codeModule) => {
  let helpers;
  let sources;
  let numbers;
  const numberOf = (sentence) => {
    const number = numbers.get(sentence);
    if (number) return number;
    throw new Error(`This sentence has no code: run \`npm run generate:codes\`.\n${sentence}`);
  };
  return {
    name: 'sentence-codes',
    enforce: 'pre',
    buildStart() {
      const read = readSources();
      helpers = helpersIn(read);
      sources = new Set(read.map(({ file }) => file.replaceAll('\\', '/')));
      numbers = new Map(Object.entries(readCodes()).map(([number, sentence]) => [sentence, Number(number)]));
    },
    transform(text, id) {
      if (!sources.has(id.replaceAll('\\', '/').split('?')[0])) return undefined;
      const code = encode(id, text, helpers, numberOf, codeModule);
      return code && { code, map: null };
    },
  };
};
