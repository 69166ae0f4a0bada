import type { Warnings } from './document/diagnostics.js';

/**
 * Letters and digits that every TypeScript since 5.4 takes in a name, whatever its `target`. Its tables are older than
 * those of the engine that runs this, so whole scripts are named that have long been complete.
 */
const LETTERS =
  'A-Za-z\\d$\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03f5' +
  '\\u03f7-\\u0481\\u048a-\\u0527\\u05d0-\\u05ea\\u0620-\\u064a\\u0904-\\u0939\\u0e01-\\u0e30\\u3041-\\u3096' +
  '\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';

const WORD = new RegExp(`[${LETTERS}]+`, 'g');

/** As much of a name as anybody reads. */
const LONGEST = 100;

/** The words of a name of the document: `full-repository` has two, `fullRepository` one. */
export function wordsOf(name: string): string[] {
  return name.slice(0, 10 * LONGEST).match(WORD) ?? [];
}

const ONLY_LETTERS = new RegExp(`^[${LETTERS}]+$`);

/** The text in another case. As it was where that has a letter which is too young for TypeScript, or is none. */
const recased = (text: string, changed: string): string => (ONLY_LETTERS.test(changed) ? changed : text);

const capitalized = (word: string): string => {
  const first = word.charAt(0);
  return recased(first, first.toUpperCase()) + word.slice(1);
};

/** No name begins with a digit. */
const asName = (joined: string): string => (/^\d/.test(joined) ? `_${joined}` : joined);

/** `FullRepository` of `full-repository`; `otherwise` for a name without a letter or digit. */
export function pascalCase(name: string, otherwise = 'Type'): string {
  const joined = wordsOf(name).map(capitalized).join('').slice(0, LONGEST);
  return joined === '' ? otherwise : asName(joined);
}

/** The capitals that a name begins with, but for one that belongs to what follows: `API` of `APIList`. */
const LEADING_CAPITALS = /^(\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|\p{Lu})/u;

/** `reposGet` of `repos/get`, `apiList` of `APIList`. Empty for a name without a letter or a digit. */
export function camelCase(name: string): string {
  const joined = wordsOf(name).map(capitalized).join('');
  return asName(joined.replace(LEADING_CAPITALS, (letters) => recased(letters, letters.toLowerCase())));
}

/** Names of types, each given once. */
export class TypeNames {
  readonly #taken: Set<string>;
  /** The number of the last that came to a name. */
  readonly #counts = new Map<string, number>();

  /** @param taken What the file uses itself. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The name in PascalCase, with a number if another has it. */
  take(raw: string): string {
    const name = pascalCase(raw);
    let free = name;
    // No name is given back, so a number that was taken once is taken for good.
    for (let count = (this.#counts.get(name) ?? 1) + 1; this.#taken.has(free); count += 1) {
      free = `${name}${count}`;
      this.#counts.set(name, count);
    }
    this.#taken.add(free);
    return free;
  }
}

/** Names that no value of a module can have, under any of TypeScript's settings. */
const KEYWORDS = `arguments await break case catch class const continue debugger default delete do else enum eval export
  exports extends false finally for function globalThis if implements import in instanceof interface let new null
  package private protected public require return static super switch this throw true try typeof undefined var void
  while with yield`;

/** `createApi` takes no `then`, a client's own method would hide `withHeaders`, and the file imports the others. */
const OF_HOMING = 'then withHeaders places parseByContentType';

/** What an endpoint can't be called. */
const RESERVED: ReadonlySet<string> = new Set(`${KEYWORDS} ${OF_HOMING}`.split(/\s+/));

interface Nameable {
  /** Where it stands: `/paths/~1users/get`. */
  readonly pointer: string;
  readonly id: string | undefined;
  readonly method: string;
  /** As the document has it: `/users/{id}`. */
  readonly template: string;
}

const free = (name: string): string => (RESERVED.has(name) ? `${name}_` : name);

/** `getUsersById` of `GET /users/{id}`. */
const nameByPath = ({ method, template }: Nameable): string => {
  const spoken = template.replace(/\{([^{}]*)\}/g, (_, param: string) => `/By${pascalCase(param, '')}/`);
  return free(camelCase(`${method.toLowerCase()}/${spoken}`));
};

const placeOf = ({ template, method }: Nameable): string => `${template} ${method}`;

const byPlace = (one: Nameable, other: Nameable): number => (placeOf(one) < placeOf(other) ? -1 : 1);

const addTo = <T>(groups: Map<string, T[]>, name: string, operation: T): void => {
  const group = groups.get(name);
  if (group) group.push(operation);
  else groups.set(name, [operation]);
};

/**
 * The name of each operation: of its operationId, else of its method and path. All that would have one name by their
 * operationIds take that of their method and path, so that their order decides nothing. Those that still have one name
 * are numbered by their sorted paths, with a warning.
 */
export function endpointNames<T extends Nameable>(
  operations: readonly T[],
  warnings: Warnings,
): ReadonlyMap<T, string> {
  const byId = new Map<string, T[]>();
  for (const operation of operations) addTo(byId, free(camelCase(operation.id ?? '')), operation);
  const clashing = [...byId].filter(([name, { length }]) => name === '' || length > 1);
  for (const [name] of clashing) byId.delete(name);
  const byPath = new Map<string, T[]>();
  // A name by method and path may be another's by its id, which then moves too, and never back.
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
