import { pluralize, withoutVersion } from './output.js';

const ENDPOINT = /^(?:export )?const \S+ = \S+ @__PURE__ \S+ new HomingRequest</m;

/**
 * Splits a generated file into its first lines and its declarations, by names such as `endpoint getUser`.
 * Declarations are separated by empty lines and contain none.
 */
function declarationsOf(text: string): readonly [head: string, declarations: ReadonlyMap<string, string>] {
  const [head = '', ...blocks] = text.split('\n\n');
  const declarations = blocks.map((block) => {
    const [, renamed] = /^export \{ \S+ as (\S+) \};$/m.exec(block) ?? [];
    const [, name = ''] = /^export (?:const|type) ([^\s=:]+)/m.exec(block) ?? [];
    return [`${ENDPOINT.test(block) ? 'endpoint' : 'type'} ${renamed ?? name}`, block.trimEnd()] as const;
  });
  return [head, new Map(declarations)];
}

/** Returns a sentence for each endpoint and type that differs. */
export function differences(before: string, after: string): string[] {
  const [oldHead, old] = declarationsOf(withoutVersion(before));
  const [head, fresh] = declarationsOf(withoutVersion(after));
  const keys = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  const sentences = keys
    .filter((key) => old.get(key) !== fresh.get(key))
    .map((key) => {
      if (!old.has(key)) return `${key} was added`;
      return `${key} was ${fresh.has(key) ? 'changed' : 'removed'}`;
    });
  return oldHead === head ? sentences : ['its header was changed', ...sentences];
}

/** Returns a text such as `12 endpoints and 30 types`, and the number of files if there are several. */
export function summary(texts: readonly string[]): string {
  const keys = texts.flatMap((text) => [...declarationsOf(text)[1].keys()]);
  const endpoints = keys.filter((key) => key.startsWith('endpoint ')).length;
  const files = texts.length > 1 ? ` in ${texts.length} files` : '';
  return `${pluralize(endpoints, 'endpoint')} and ${pluralize(keys.length - endpoints, 'type')}${files}`;
}
