import type { Warnings } from './document/diagnostics.js';

/**
 * Letters and digits that every TypeScript since 5.4 accepts in a name, for every `target`. TypeScript's
 * Unicode tables are older than the engine's, so this lists complete, older scripts.
 */
const LETTERS =
  'A-Za-z\\d$\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03f5' +
  '\\u03f7-\\u0481\\u048a-\\u0527\\u05d0-\\u05ea\\u0620-\\u064a\\u0904-\\u0939\\u0e01-\\u0e30\\u3041-\\u3096' +
  '\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';

const WORD = new RegExp(`[${LETTERS}]+`, 'g');

/** Maximum length of a name. */
const LONGEST = 100;

/** Splits a name of the document into words: `full-repository` has two, `fullRepository` has one. */
export function wordsOf(name: string): string[] {
  return name.slice(0, 10 * LONGEST).match(WORD) ?? [];
}

/** Where the case of a name changes. The plural of an abbreviation, such as `VPCs`, is one word. */
const CHANGE_OF_CASE = /(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu;

/** Splits a name into words, as they are and in lower case, also where its case changes. */
export const splitWords = (name: string): { readonly text: string; readonly word: string }[] =>
  wordsOf(name.replace(CHANGE_OF_CASE, ' ')).map((text) => ({
    text,
    word: text.toLowerCase(),
  }));

const ONLY_LETTERS = new RegExp(`^[${LETTERS}]+$`);

/**
 * Returns the text in the other case, or unchanged if that contains a character that isn't valid in a name.
 */
const recased = (text: string, changed: string): string => (ONLY_LETTERS.test(changed) ? changed : text);

const capitalized = (word: string): string => {
  const first = word.charAt(0);
  return recased(first, first.toUpperCase()) + word.slice(1);
};

/** Prefixes a name that starts with a digit. */
const asName = (joined: string): string => (/^\d/.test(joined) ? `_${joined}` : joined);

/**
 * Converts to PascalCase: `FullRepository` for `full-repository`. Returns `otherwise` for a name without
 * letters and digits.
 */
export function pascalCase(name: string, otherwise = 'Type'): string {
  const joined = wordsOf(name).map(capitalized).join('').slice(0, LONGEST);
  return joined === '' ? otherwise : asName(joined);
}

/**
 * The uppercase letters at the start, without the first letter of the next word: `API` in `APIList`. Includes the `s` of
 * an abbreviation's plural, such as `IDs`.
 */
const LEADING_CAPITALS = /^(\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|\p{Lu})/u;

/**
 * Converts to camelCase: `reposGet` for `repos/get`, `apiList` for `APIList`. Returns `''` for a name without
 * letters and digits.
 */
export function camelCase(name: string): string {
  const joined = wordsOf(name).map(capitalized).join('');
  return asName(joined.replace(LEADING_CAPITALS, (letters) => recased(letters, letters.toLowerCase())));
}

/** Unique type names. */
export class TypeNames {
  readonly #taken: Set<string>;
  /** The last number that was added to a name. */
  readonly #counts = new Map<string, number>();

  /**
   * Creates the set.
   *
   * @param taken Names that the file uses itself.
   */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** Reserves a name. Returns it unchanged. */
  reserve(name: string): string {
    this.#taken.add(name);
    return name;
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Returns the name in PascalCase, with a number if it is taken. */
  take(raw: string): string {
    const name = withoutDollar(pascalCase(raw));
    let free = name;
    // Names are never released, so continue after the last number.
    for (let count = (this.#counts.get(name) ?? 1) + 1; this.#taken.has(free); count += 1) {
      free = `${name}${count}`;
      this.#counts.set(name, count);
    }
    this.#taken.add(free);
    return free;
  }
}

/** Names that a value in a module can't have, under any TypeScript setting. */
const KEYWORDS = `arguments await break case catch class const continue debugger default delete do else enum eval export
  exports extends false finally for function globalThis if implements import in instanceof interface let new null
  package private protected public require return static super switch this throw true try typeof undefined var void
  while with yield`;

/**
 * `createApi` rejects `then`, the client's own method would hide `withHeaders`, and the file imports the
 * others.
 */
const OF_HOMING =
  'then withHeaders places parseByContentType z v requests cursorPages offsetPages numberPages linkPages';

/** Names that no operationId produces, because a name starts with a lowercase letter. */
const OF_FILE = ['HomingRequest', 'Temporal', '__proto__'];

/** Names that an endpoint can't have. */
const RESERVED: ReadonlySet<string> = new Set(`${KEYWORDS} ${OF_HOMING}`.split(/\s+/));

export interface Nameable {
  /** Pointer of the operation, such as `/paths/~1users/get`. */
  readonly pointer: string;
  readonly id: string | undefined;
  readonly method: string;
  /** Path as in the document, such as `/users/{id}`. */
  readonly template: string;
}

/** Returns why an endpoint can't have this name; undefined for a valid name. */
export function nameProblem(name: string): string | undefined {
  if (name.length > LONGEST || !/^[A-Za-z_$][\w$]*$/.test(name)) return 'is not a valid name';
  return RESERVED.has(name) || OF_FILE.includes(name) || name.startsWith('$') ? 'is reserved' : undefined;
}

/** Names of types that TypeScript or the printed types need, and functions that the file imports. */
const RESERVED_TYPES: ReadonlySet<string> = new Set(
  `any bigint boolean globalThis never null number object string symbol undefined unknown void allOf anyOf as byName bytes chain
  date dateTime decodes encodes events exceptStrings instant int64 int64Text jsonLines jsonSequence lazy list parseBigInts parseInt64
  plainDate record stringifyInt64 tagged tuple withMembers`.split(/\s+/),
);

/** Returns why a type can't have this name; undefined for a valid name. */
export function typeNameProblem(name: string): string | undefined {
  if (name.length > LONGEST || !/^[A-Za-z_$][\w$]*$/.test(name)) return 'is not a valid name';
  const isReserved = RESERVED_TYPES.has(name) || RESERVED.has(name) || name === '__proto__';
  return isReserved || name.startsWith('$') ? 'is reserved' : undefined;
}

/** Names of the file's own functions start with `$`. */
const withoutDollar = (name: string): string => name.replace(/^\$/, '_$');

/** Changes a name that an endpoint can't have: appends `_`, or puts `_` before `$`. */
export const freeName = (name: string): string => (RESERVED.has(name) ? `${name}_` : withoutDollar(name));

/** Returns a name such as `getUsersById` for `GET /users/{id}`. */
const nameByPath = ({ method, template }: Nameable): string => {
  const spoken = template.replace(/\{([^{}]*)\}/g, (_, param: string) => `/By${pascalCase(param, '')}/`);
  return freeName(camelCase(`${method.toLowerCase()}/${spoken}`));
};

const placeOf = ({ template, method }: Nameable): string => `${template} ${method}`;

const byPlace = (one: Nameable, other: Nameable): number => (placeOf(one) < placeOf(other) ? -1 : 1);

const addTo = <T>(groups: Map<string, T[]>, name: string, operation: T): void => {
  const group = groups.get(name);
  if (group) group.push(operation);
  else groups.set(name, [operation]);
};

/**
 * Returns the name of each operation: from its operationId, or else from its method and path. If operationIds
 * produce the same name, all of these operations are named by method and path, so that their order doesn't
 * matter. Names that are still equal get a number by sorted path, with a warning.
 */
export function endpointNames<T extends Nameable>(
  operations: readonly T[],
  warnings: Warnings,
): ReadonlyMap<T, string> {
  const byId = new Map<string, T[]>();
  for (const operation of operations) addTo(byId, freeName(camelCase(operation.id ?? '')), operation);
  const clashing = [...byId].filter(([name, { length }]) => name === '' || length > 1);
  for (const [name] of clashing) byId.delete(name);
  const byPath = new Map<string, T[]>();
  // A name by method and path can equal another operation's name by id. That operation is then named by
  // method and path too.
  const moving = clashing.flatMap(([, group]) => group);
  for (const operation of moving) {
    const name = nameByPath(operation);
    addTo(byPath, name, operation);
    moving.push(...(byId.get(name) ?? []));
    byId.delete(name);
  }
  const names = new Map<T, string>();
  for (const [name, group] of byId) for (const operation of group) names.set(operation, name);
  const taken = new Set([...byId.keys(), ...byPath.keys()]);
  for (const name of [...byPath.keys()].sort()) {
    const [first, ...others] = (byPath.get(name) ?? []).sort(byPlace);
    if (first) names.set(first, name);
    let count = 2;
    for (const other of others) {
      while (taken.has(`${name}${count}`)) count += 1;
      const numbered = `${name}${count}`;
      taken.add(numbered);
      names.set(other, numbered);
      const why = `it is named "${numbered}": "${name}" is ${first?.method ?? ''} ${first?.template ?? ''}`;
      warnings.add('endpoint-name', other.pointer, `${why}; add a unique operationId`);
    }
  }
  return new Map(operations.map((operation) => [operation, names.get(operation) ?? '']));
}
