// Searches schemas for the members that rules name. Reads schemas as written, so that a search adds no warnings.

import { orUnresolved } from '../document/diagnostics.js';
import { type DocumentNode, isObject, own, ownList } from '../document/json-document.js';
import { type Side, UNIONS } from '../schema/keywords.js';

/** A value that several schemas describe: each of them is possible. */
export type Candidates = readonly DocumentNode[];

const resolved = (node: DocumentNode): DocumentNode | undefined => orUnresolved(() => node.resolved());

const partsOf = (schema: DocumentNode, words: readonly string[]): DocumentNode[] =>
  words.flatMap((word) => schema.child(word).elements());

/** Maximum number of schemas in a search: above any real composition, below the stack limit. */
const MOST = 500;

/** The result of each schema. A schema inside itself has no result yet, so that circular schemas end. */
type Results<T> = Map<unknown, T | undefined>;

/** Reads a resolved schema once per search. */
function readOnce<T>(
  node: DocumentNode,
  results: Results<T>,
  read: (schema: DocumentNode) => T | undefined,
): T | undefined {
  const schema = resolved(node);
  if (!schema || results.has(schema.value)) return results.get(schema?.value);
  if (results.size >= MOST) return undefined;
  results.set(schema.value, undefined);
  const result = read(schema);
  results.set(schema.value, result);
  return result;
}

/** Returns all results; undefined for an empty list, or if one is missing. */
const every = <T>(results: readonly (readonly T[] | undefined)[]): readonly T[] | undefined =>
  results.length === 0 || results.includes(undefined) ? undefined : results.flatMap((each) => each ?? []);

const jsonType = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const ownTypes = ({ value }: DocumentNode): string[] | undefined => {
  if (!isObject(value)) return undefined;
  const listed = Object.hasOwn(value, 'const') ? [own(value, 'const')] : ownList(value, 'enum');
  if (listed.length > 0) return [...new Set(listed.map(jsonType))];
  const type = own(value, 'type');
  const named = (typeof type === 'string' ? [type] : ownList(value, 'type')).filter(
    (each) => typeof each === 'string',
  );
  if (named.length > 0) return named.map((each) => (each === 'integer' ? 'number' : each));
  if (own(value, 'properties') !== undefined) return ['object'];
  return own(value, 'items') !== undefined || own(value, 'prefixItems') !== undefined ? ['array'] : undefined;
};

/** Returns the JSON types of a value without null; undefined if any type is possible. */
function typesOf(
  node: DocumentNode,
  results: Results<readonly string[]> = new Map(),
): readonly string[] | undefined {
  return readOnce(node, results, (schema) => {
    const types = ownTypes(schema);
    if (types) return types.filter((type) => type !== 'null');
    for (const part of partsOf(schema, ['allOf'])) {
      const found = typesOf(part, results);
      if (found) return found;
    }
    return every(partsOf(schema, UNIONS).map((each) => typesOf(each, results)));
  });
}

/** Types by schema, because each search of a member needs the types of the same schemas. */
const TYPES = new WeakMap<object, readonly string[] | 'any'>();

/** Whether a value can have a type. */
export function mayBe(node: DocumentNode, ...types: readonly string[]): boolean {
  const key = resolved(node)?.value;
  const known = isObject(key) ? TYPES.get(key) : undefined;
  const found = known ?? typesOf(node) ?? 'any';
  if (isObject(key) && known === undefined) TYPES.set(key, found);
  return found === 'any' || found.some((each) => types.includes(each));
}

/** Whether a schema names a member that only the other direction has. */
const isAway = (member: DocumentNode, side: Side): boolean => {
  const schema = resolved(member);
  return (schema && schema.flag(side === 'received' ? 'writeOnly' : 'readOnly') === true) ?? false;
};

/** Returns the schemas of a member; undefined if a value can lack a declaration of it. */
function memberIn(
  node: DocumentNode,
  name: string,
  side: Side,
  results: Results<Candidates> = new Map(),
): Candidates | undefined {
  return readOnce(node, results, (schema) => {
    const declared = schema.at('properties').child(name);
    if (declared.exists) return isAway(declared, side) ? undefined : [declared];
    for (const part of partsOf(schema, ['allOf'])) {
      const found = memberIn(part, name, side, results);
      if (found) return found;
    }
    const objects = partsOf(schema, UNIONS).filter((each) => mayBe(each, 'object'));
    return every(objects.map((each) => memberIn(each, name, side, results)));
  });
}

/** Returns the schemas of an item of an array; undefined for another value. */
function itemIn(node: DocumentNode, results: Results<Candidates> = new Map()): Candidates | undefined {
  return readOnce(node, results, (schema) => {
    if (schema.child('items').exists) return [schema.child('items')];
    const parts = partsOf(schema, ['allOf', ...UNIONS]).map((each) => itemIn(each, results));
    return parts.find((each) => each !== undefined);
  });
}

/** Returns the schemas of a member; undefined if one of the schemas has no such member. */
export function memberOf(choice: Candidates, name: string, side: Side): Candidates | undefined {
  const objects = choice.filter((each) => mayBe(each, 'object'));
  const found = every(objects.map((each) => memberIn(each, name, side)));
  if (found || !/^-?\d+$/.test(name)) return found;
  return every(choice.filter((each) => mayBe(each, 'array')).map((each) => itemIn(each)));
}

/** Returns the names of the members that a schema declares. */
function namesIn(node: DocumentNode, seen: Set<unknown>): string[] {
  const schema = resolved(node);
  if (!schema || seen.has(schema.value)) return [];
  seen.add(schema.value);
  const parts = partsOf(schema, ['allOf', ...UNIONS]).flatMap((each) => namesIn(each, seen));
  return [...schema.at('properties').keys(), ...parts];
}

/** Returns the sorted names of the members that a value can have. */
export const namesOf = (choice: Candidates): string[] =>
  [...new Set(choice.flatMap((each) => namesIn(each, new Set())))].sort();

/** What is at a dotted path, and the names of the members on the way. */
interface Found {
  readonly choice: Candidates;
  readonly names: readonly string[];
}

/** A path that leads nowhere: the path to the missing member, and the names next to it. */
export interface Missing {
  readonly before: readonly string[];
  readonly beside: readonly string[];
}

/** Follows a dotted path as the runtime does: a member whose whole name is the path wins. */
export function follow(choice: Candidates, path: string, side: Side): Found | Missing {
  if (path === '') return { choice, names: [] };
  const whole = memberOf(choice, path, side);
  if (whole) return { choice: whole, names: [path] };
  const names: string[] = [];
  let current = choice;
  for (const name of path.split('.')) {
    const next = memberOf(current, name, side);
    if (!next) return { before: names, beside: namesOf(current) };
    current = next;
    names.push(name);
  }
  return { choice: current, names };
}
