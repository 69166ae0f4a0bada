import { counted } from './lines.js';

/** One declaration of a generated file, with its comment. */
interface Declaration {
  readonly kind: 'endpoint' | 'type';
  readonly text: string;
}

/** A generated file, by its declarations. */
interface Declared {
  /** The lines before the first. */
  readonly head: string;
  /** By kind and name: `endpoint getUser`. */
  readonly declarations: ReadonlyMap<string, Declaration>;
}

const EXPORT = /^export (const|type) ([^\s=:]+)/m;
const FIRST_WORDS = /^\/\/ homing \S+:/;

/** Takes a generated file apart: its declarations have an empty line between them, and none inside. */
function declarationsOf(text: string): Declared {
  const [head = '', ...blocks] = text.split('\n\n');
  const declarations = new Map<string, Declaration>();
  for (const block of blocks) {
    const [, word, name = ''] = EXPORT.exec(block) ?? [];
    const kind = word === 'const' ? 'endpoint' : 'type';
    declarations.set(`${kind} ${name}`, { kind, text: block.trimEnd() });
  }
  return { head, declarations };
}

/** A file without the version of the homing that wrote it. */
const withoutVersion = (text: string): string => text.replace(FIRST_WORDS, '// homing:');

/** Whether homing wrote a file. One without any text is nothing that could be lost. */
export const isWritten = (text: string): boolean => FIRST_WORDS.test(text) || text.trim() === '';

/** Whether two files differ in nothing but the versions of homing: a newer one is no reason to write a file again. */
export const isEqual = (before: string, after: string): boolean =>
  withoutVersion(before) === withoutVersion(after);

/** What became of a generated file, a sentence for each endpoint and type. */
export function differences(before: string, after: string): string[] {
  const [old, fresh] = [declarationsOf(withoutVersion(before)), declarationsOf(withoutVersion(after))];
  const keys = [...new Set([...old.declarations.keys(), ...fresh.declarations.keys()])].sort();
  const sentences = keys.flatMap((key) => {
    const [was, is] = [old.declarations.get(key), fresh.declarations.get(key)];
    if (was?.text === is?.text) return [];
    if (!was) return [`${key} was added`];
    return [`${key} was ${is ? 'changed' : 'removed'}`];
  });
  return old.head === fresh.head ? sentences : ['its first lines were changed', ...sentences];
}

/** `12 endpoints and 30 types` */
export function tally(text: string): string {
  const kinds = [...declarationsOf(text).declarations.values()].map(({ kind }) => kind);
  const endpoints = kinds.filter((kind) => kind === 'endpoint').length;
  return `${counted(endpoints, 'endpoint')} and ${counted(kinds.length - endpoints, 'type')}`;
}
