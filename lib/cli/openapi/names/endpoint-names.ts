import { DocumentError } from '../document/document-error.js';
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

const groupsOf = (names: ReadonlyMap<Nameable, string>): Map<string, Nameable[]> => {
  const groups = new Map<string, Nameable[]>();
  for (const [operation, name] of names) groups.set(name, [...(groups.get(name) ?? []), operation]);
  return groups;
};

const refuse = (name: string, [first, second]: readonly Nameable[]): never => {
  throw new DocumentError(
    `would be called "${name}", as ${String(second?.pointer)} would: give each an operationId of its own`,
    { pointer: first?.pointer },
  );
};

/**
 * The name of each operation: of its operationId, else of its method and path. All that would have one name by their
 * operationIds take that of their method and path, so that their order decides nothing. Throws a DocumentError for
 * those that still have one name.
 */
export function endpointNames<T extends Nameable>(operations: readonly T[]): ReadonlyMap<T, string> {
  const byPath = new Set<Nameable>(operations.filter((operation) => !nameById(operation)));
  for (;;) {
    const names = new Map(
      operations.map((operation) => [
        operation,
        byPath.has(operation) ? nameByPath(operation) : nameById(operation),
      ]),
    );
    const clashes = [...groupsOf(names)].filter(([, group]) => group.length > 1);
    if (clashes.length === 0) return names;
    for (const [name, group] of clashes) {
      if (group.every((operation) => byPath.has(operation))) refuse(name, group);
      for (const operation of group) byPath.add(operation);
    }
  }
}
