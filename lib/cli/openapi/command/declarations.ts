/** One declaration of a generated file, with its comment. */
export interface Declaration {
  readonly kind: 'endpoint' | 'type';
  readonly name: string;
  readonly text: string;
}

/** A generated file, by its declarations. */
export interface Declared {
  /** The lines before the first. */
  readonly head: string;
  /** By kind and name. */
  readonly declarations: ReadonlyMap<string, Declaration>;
}

const EXPORT = /^export (const|type) ([^\s=:]+)/m;

/** Takes a generated file apart: its declarations have an empty line between them, and none inside. */
export function declarationsOf(text: string): Declared {
  const [head = '', ...blocks] = text.split('\n\n');
  const declarations = new Map<string, Declaration>();
  for (const block of blocks) {
    const [, word, name = ''] = EXPORT.exec(block) ?? [];
    const kind = word === 'const' ? 'endpoint' : 'type';
    declarations.set(`${kind} ${name}`, { kind, name, text: block.trimEnd() });
  }
  return { head, declarations };
}
