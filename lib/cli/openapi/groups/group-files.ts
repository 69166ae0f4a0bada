import type { OperationModel } from '../model/operations.js';
import type { Imports } from '../print/imports.js';
import type { GroupOfEndpoints } from './grouping.js';
import { usedNames } from './used-names.js';

/** A file next to the output. */
export interface GeneratedPart {
  /** Name of the file, such as `api.users.ts`. It is in the folder of the output. */
  readonly fileName: string;
  /** TypeScript source with LF line breaks. */
  readonly text: string;
}

/** The parts of a client that is split into groups. */
export interface GroupedClient {
  /** First lines of every file. */
  readonly head: string;
  /** Types that only the index has. */
  readonly ofIndex: readonly string[];
  /** Declarations that all groups share. */
  readonly shared: readonly string[];
  readonly groups: readonly GroupOfEndpoints[];
  /** Returns the text of an endpoint, with its declarations. */
  readonly print: (operation: OperationModel, name: string) => string;
  readonly imports: Imports;
  /** Name of the output, such as `api.ts`. */
  readonly fileName: string;
}

/** The line that marks a file as a part of an output. */
export const partMark = (fileName: string): string => `// Part of ${fileName}\n`;

const EXTENSION = /\.([mc]?)tsx?$/;

/** Returns the name of a part, such as `api.users.ts`. */
const partName = (fileName: string, part: string): string => {
  const [end = '.ts'] = EXTENSION.exec(fileName) ?? [];
  return `${fileName.replace(EXTENSION, '')}.${part}${end.replace('x', '')}`;
};

/** Returns what imports a part, such as `./api.users.js`. */
const specifierOf = (fileName: string, part: string): string => {
  const [, kind = ''] = EXTENSION.exec(fileName) ?? [];
  return `./${fileName.replace(EXTENSION, '')}.${part}.${kind}js`;
};

const EXPORTED = /^export (const|type) ([^\s=:]+)/gm;

/** Exports the codecs, which the endpoints of other files use. */
const exported = (declaration: string): string =>
  declaration.replace(/^const (?=[^$\s]\S*Codec[ :])/, 'export const ');

/** Whether a name is a type, a value, or both. */
export interface DeclaredName {
  readonly isType: boolean;
  readonly isValue: boolean;
}

/** Returns the names of declarations. */
export function declaredNames(declarations: readonly string[]): ReadonlyMap<string, DeclaredName> {
  const names = new Map<string, DeclaredName>();
  for (const [, word, name = ''] of declarations.map(exported).join('\n').matchAll(EXPORTED)) {
    const { isType, isValue } = names.get(name) ?? { isType: false, isValue: false };
    names.set(name, { isType: isType || word === 'type', isValue: isValue || word === 'const' });
  }
  return names;
}

/**
 * Exports the shared types from the index. `export type *` would add the values to the type of the module, and
 * `createApi` would reject the module as `requests`.
 */
function typeExports(names: ReadonlyMap<string, DeclaredName>, specifier: string): string {
  if ([...names.values()].every(({ isValue }) => !isValue)) return `export type * from '${specifier}';\n`;
  const types = [...names].filter(([, { isType }]) => isType).map(([name]) => name);
  const lines = types.sort().map((name) => `export type ${name} = $types.${name};\n`);
  return lines.length > 0 ? `import type * as $types from '${specifier}';\n${lines.join('')}` : '';
}

/** Returns the import of the shared declarations that a file uses; `''` without any. */
function importOf(
  names: ReadonlyMap<string, DeclaredName>,
  used: ReadonlySet<string>,
  specifier: string,
): string {
  const needed = [...names]
    .filter(([name]) => used.has(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (needed.length === 0) return '';
  const areTypes = needed.every(([, { isValue }]) => !isValue);
  const list = needed.map(([name, { isValue }]) => (isValue || areTypes ? name : `type ${name}`)).join(', ');
  return `import ${areTypes ? 'type ' : ''}{ ${list} } from '${specifier}';\n`;
}

/** Returns the index of a client, and a file for each group and for the declarations that they share. */
export function groupFiles(client: GroupedClient): {
  readonly text: string;
  readonly parts: readonly GeneratedPart[];
} {
  const { head, ofIndex, groups, print, imports, fileName } = client;
  const shared = client.shared.map(exported);
  const names = declaredNames(shared);
  const types = specifierOf(fileName, 'types');
  const partOf = (part: string, blocks: readonly string[], isShared: boolean): GeneratedPart => {
    const code = blocks.join('\n');
    const used = usedNames(code);
    const lines = [...imports.lines(used), ...(isShared ? [] : [importOf(names, used, types)])].join('');
    const text = `${head}${partMark(fileName)}${lines}\n${code}`;
    return { fileName: partName(fileName, part), text };
  };
  const parts = groups.map(({ name, endpoints }) =>
    partOf(
      name,
      endpoints.map(([operation, endpoint]) => print(operation, endpoint)),
      false,
    ),
  );
  const exports = groups.map(({ name }) => `export * as ${name} from '${specifierOf(fileName, name)}';\n`);
  if (shared.length > 0) {
    parts.push(partOf('types', shared, true));
    exports.push(typeExports(names, types));
  }
  return { text: [`${head}${exports.join('')}`, ...ofIndex].join('\n'), parts };
}
