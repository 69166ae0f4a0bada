import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { quoted } from '../print/typescript.js';
import type { CommandOptions } from './command-options.js';
import { configurationsIn } from './load-configuration.js';
import { FileError, fileError, isUrl, pluralize, type Process, shownFile, shownSource } from './output.js';

/** Folders in which a document is searched, and the names that it can have. Sorted by preference. */
const FOLDERS = ['.', 'api', 'openapi', 'spec', 'specs', 'docs', 'doc', 'schema', 'schemas', 'src', 'public'];
const NAMES = ['openapi.yaml', 'openapi.yml', 'openapi.json', 'swagger.yaml', 'swagger.yml', 'swagger.json'];

const isFile = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ?? false;
};

/** Returns the paths of the documents in the usual folders, with slashes. */
async function documentsIn(folder: string): Promise<readonly string[]> {
  const paths = FOLDERS.flatMap((each) => NAMES.map((name) => (each === '.' ? name : `${each}/${name}`)));
  const found = await Promise.all(paths.map((path) => isFile(join(folder, path))));
  return paths.filter((_, index) => found[index]);
}

/** The values that a new configuration contains. */
interface InitialValues {
  readonly document: string;
  readonly output: string;
  /** Other documents that were found. */
  readonly others: readonly string[];
  /** Whether the document is only an example, because none was found. */
  readonly isMissing: boolean;
}

/** The lines of options that change what is generated. */
const OUTPUT_OPTIONS: readonly string[] = [
  '  // Declare schemas that check params, data and errors, with zod, zod-mini or valibot.',
  "  // schemas: 'zod',",
  '',
  '  // Types of dates, 64-bit integers and base64 text in the program.',
  "  // dates: 'date',",
  "  // int64: 'bigint',",
  "  // bytes: 'uint8array',",
  '',
  '  // Names of params and fields in the program.',
  "  // properties: 'camelCase',",
  '',
  '  // Write one file for each tag.',
  "  // groups: 'tags',",
  '',
  '  // Read the items of event streams and JSON lines. Event streams need the package eventsource-parser.',
  '  // streams: true,',
  '',
  '  // How pages follow each other, by operationId. The rule of * applies to all operations that it fits.',
  "  // pages: { '*': { type: 'cursor', param: 'cursor', next: 'next', items: 'data' } },",
  '',
];

/** Returns the text of a configuration. It is valid in TypeScript and in JavaScript. */
function configurationText({ document, output, others, isMissing }: InitialValues): string {
  const found = [
    ...(isMissing ? ['  // No document was found: pass its path or its URL.'] : []),
    ...(others.length > 0
      ? [`  // Also found: ${others.join(', ')}. For several documents, see \`documents\` below.`]
      : []),
  ];
  return [
    "import { defineConfig } from 'homing/openapi-generator';",
    '',
    '// Run `npx homing openapi` to generate the client. Paths are relative to this file.',
    'export default defineConfig({',
    ...found,
    `  document: ${quoted(document)},`,
    `  output: ${quoted(output)},`,
    '',
    '  // Only a part of the document: tag:NAME, operation:ID, path:GLOB or deprecated.',
    "  // include: ['tag:users', 'path:/orders/**'],",
    "  // exclude: ['deprecated'],",
    '',
    '  // Treat warnings as errors, except these.',
    '  // strict: true,',
    "  // allow: ['webhook'],",
    '',
    ...OUTPUT_OPTIONS,
    '  // Write a second file, with mocks for tests.',
    `  // mocks: ${quoted(output.replace(/(\.\w+)?$/, '.mocks.ts'))},`,
    '',
    '  // Change the document before it is read.',
    '  // patch: (document) => {',
    "  //   document.info.title = 'Shop';",
    '  // },',
    '',
    '  // Leave an operation out with false, or rename its endpoint with { name }.',
    "  // onOperation: ({ path }) => !path.startsWith('/internal/'),",
    '',
    '  // Make a type unknown with false, rename it with { name }, or replace it with { type }.',
    `  // onSchema: ({ name }) => (name === 'Money' ? { type: "import('./money.js').Money" } : true),`,
    '',
    '  // For several documents, replace `document` and `output`. The other options apply to all of them.',
    '  // documents: [',
    "  //   { document: 'users.yaml', output: 'src/users.ts' },",
    "  //   { document: 'orders.yaml', output: 'src/orders.ts', include: ['tag:orders'] },",
    '  // ],',
    '});',
    '',
  ].join('\n');
}

/** Whether the runtime can import a TypeScript file. Bun and Deno always can. */
const readsTypeScript = ({ features }: Process): boolean =>
  Boolean(features?.typescript) || 'Bun' in globalThis || 'Deno' in globalThis;

/**
 * Writes a configuration for the document of the command line, or for the first document that is found.
 * Resolves with the lines to print. Rejects with a FileError if a configuration exists.
 */
export async function initialize(
  { source, output = 'src/api.ts' }: CommandOptions,
  folder: string,
  process: Process,
): Promise<readonly string[]> {
  const [existing] = await configurationsIn(folder);
  if (existing !== undefined)
    throw new FileError(`${shownFile(existing)} already exists: edit it, or remove it`);
  const [first, ...others] = source === undefined ? await documentsIn(folder) : [source];
  const document = first ?? 'openapi.yaml';
  const isTypeScript = (await isFile(join(folder, 'tsconfig.json'))) && readsTypeScript(process);
  const file = join(folder, `homing.config.${isTypeScript ? 'ts' : 'mjs'}`);
  const text = configurationText({ document, output, others, isMissing: first === undefined });
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    throw fileError(`${shownFile(file)} can't be written`, error);
  }
  const more = others.length > 0 ? `; also found ${pluralize(others.length, 'document')}` : '';
  const shown = isUrl(document) ? shownSource(document) : document;
  if (first === undefined)
    return [`${shownFile(file)} was written, but no document was found: set it, then run npx homing openapi`];
  return [`${shownFile(file)} was written for ${shown}${more}: now run npx homing openapi`];
}
