import type { Warnings } from '../document/diagnostics.js';
import { camelCase } from './camel-case.js';
import { RESERVED_VALUES } from './reserved-values.js';
import { pascalCase } from './words.js';

/** What an operation is named after. */
export interface Nameable {
  /** Where it stands: `/paths/~1users/get`. */
  readonly pointer: string;
  /** Its operationId. */
  readonly id: string | undefined;
  readonly method: string;
  /** As the document has it: `/users/{id}`. */
  readonly template: string;
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

const free = (name: string): string => (RESERVED_VALUES.has(name) ? `${name}_` : name);

const nameById = ({ id }: Nameable): string => free(camelCase(id ?? ''));

/** `getUsersById` of `GET /users/{id}`. */
const nameByPath = ({ method, template }: Nameable): string => {
  const spoken = template.replace(PLACEHOLDER, (_, param: string) => `/By${pascalCase(param, '')}/`);
  return free(camelCase(`${method.toLowerCase()}/${spoken}`));
};

/** Those that would have one name. */
interface Group<T> {
  readonly name: string;
  /** That have it by their ids. */
  byId: T[];
  /** That have it by their methods and paths. */
  readonly byPath: T[];
}

/**
 * All by their names, where those that clash have that of method and path. Such a name may be another's by its id, which
 * then clashes too: each moves once, and in whatever order, as a name that was moved to is never left again.
 */
const grouped = <T extends Nameable>(operations: readonly T[]): Group<T>[] => {
  const groups = new Map<string, Group<T>>();
  const groupOf = (name: string): Group<T> => {
    const group = groups.get(name) ?? { name, byId: [], byPath: [] };
    groups.set(name, group);
    return group;
  };
  const moving: T[] = [];
  for (const operation of operations) {
    const name = nameById(operation);
    if (name === '') moving.push(operation);
    else groupOf(name).byId.push(operation);
  }
  const leave = (group: Group<T>): void => {
    for (const operation of group.byId) moving.push(operation);
    group.byId = [];
  };
  for (const group of groups.values()) if (group.byId.length > 1) leave(group);
  for (const operation of moving) {
    const group = groupOf(nameByPath(operation));
    group.byPath.push(operation);
    leave(group);
  }
  return [...groups.values()];
};

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

const placeOf = ({ template, method }: Nameable): string => `${template} ${method}`;

const byPlace = (one: Nameable, other: Nameable): number => (placeOf(one) < placeOf(other) ? -1 : 1);

/** Names the first of those whose methods and paths come to one name, and numbers the others. */
const number = <T extends Nameable>(
  { name, byPath }: Group<T>,
  names: Map<T, string>,
  taken: Set<string>,
  warnings: Warnings,
): void => {
  const [first, ...others] = [...byPath].sort(byPlace);
  if (first) names.set(first, name);
  let count = 2;
  for (const other of others) {
    while (taken.has(`${name}${count}`)) count += 1;
    const numbered = `${name}${count}`;
    taken.add(numbered);
    names.set(other, numbered);
    const why = `it is called "${numbered}", as "${name}" is ${first?.method ?? ''} ${first?.template ?? ''}`;
    warnings.add('endpoint-name', other.pointer, `${why}: give each an operationId of its own`);
  }
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
  const groups = grouped(operations).filter(({ byId, byPath }) => byId.length + byPath.length > 0);
  const taken = new Set(groups.map(({ name }) => name));
  const names = new Map<T, string>();
  for (const group of groups.sort(byName)) {
    for (const operation of group.byId) names.set(operation, group.name);
    number(group, names, taken, warnings);
  }
  return new Map(operations.map((operation) => [operation, names.get(operation) ?? '']));
}
