import { declarationsOf } from './declarations.js';

/** What became of a generated file, a sentence for each endpoint and type. */
export function differences(before: string, after: string): string[] {
  const [old, fresh] = [declarationsOf(before), declarationsOf(after)];
  const keys = [...new Set([...old.declarations.keys(), ...fresh.declarations.keys()])].sort();
  const sentences = keys.flatMap((key) => {
    const [was, is] = [old.declarations.get(key), fresh.declarations.get(key)];
    if (was?.text === is?.text) return [];
    if (!was) return [`${key} was added`];
    return [`${key} was ${is ? 'changed' : 'removed'}`];
  });
  return old.head === fresh.head ? sentences : ['its first lines were changed', ...sentences];
}
