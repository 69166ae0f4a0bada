// Writes the file that compares one operation. It contains homing's types and openapi-typescript's types, for the
// original document and for the document as changed by the reasons.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partOfDocument } from './part-of-document.mjs';
import { reasons } from './reasons.mjs';
import { theirTypes } from './theirs.mjs';

export const PARTS = ['params', 'body', 'data', 'errors'];

/** The original document. */
export const BARE = 'bare';

const sideOf = (part) => (part === 'data' || part === 'errors' ? 'received' : 'sent');

/** The name of the document variant that these reasons changed. */
export const variantOf = (part, names) => (names.length === 0 ? BARE : [sideOf(part), ...names].join('_'));

/** For each reason, the list of all other reasons. */
export const withoutOne = (names) => names.map((name) => names.filter((each) => each !== name));

/** The name of an endpoint. Its comment starts with the method and the path. */
export const endpointOf = (text, at) => {
  const found = [`/** \`${at}\``, ` * \`${at}\``].map((each) => text.indexOf(each));
  const [, name] = /^export const (\w+)/m.exec(text.slice(found.find((index) => index >= 0))) ?? [];
  return name;
};

const theirsOf = async (source, [method, path], part, names) => {
  const document = partOfDocument(source, path, method);
  for (const [name, { adjust }] of Object.entries(reasons))
    if (names.includes(name)) adjust(document, { side: sideOf(part) });
  return theirTypes(document);
};

/** Writes the types of all needed variants, and a file that exports `Compared`. */
export const writeCompared = async ({ folder, file, source, text }, { at, explained }) => {
  const [verb, path] = at.split(' ');
  const operation = [verb.toLowerCase(), path];
  const written = new Map();
  for (const part of PARTS)
    for (const names of [[], explained[part], ...withoutOne(explained[part])]) {
      const variant = variantOf(part, names);
      if (written.has(variant)) continue;
      written.set(variant, `${file}-${written.size}`);
      const types = await theirsOf(source, operation, part, names);
      await writeFile(join(folder, `${written.get(variant)}.ts`), types);
    }
  const key = `paths[${JSON.stringify(path)}]['${operation[0]}']`;
  const lines = [
    "import type * as Endpoints from './endpoints.js';",
    "import type { Ours, Theirs } from './parts.js';",
    'export interface Compared {',
    `  ours: Ours<(typeof Endpoints.${endpointOf(text, at)})['~types']>;`,
    ...[...written].map(([variant, name]) => `  ${variant}: Theirs<import('./${name}.js').${key}>;`),
    '}\n',
  ];
  await writeFile(join(folder, `${file}.ts`), lines.join('\n'));
};
