import { type DocumentNode, isObject } from '../document/json-document.js';

/** The words that say a schema by others. */
export const COMPOSED = ['allOf', 'anyOf', 'oneOf'] as const;

/** Each schema that a schema is composed of, resolved, itself first; each once, so that circles end. */
function* composing(schema: DocumentNode, seen: Set<string>): Generator<DocumentNode> {
  if (seen.has(schema.pointer)) return;
  seen.add(schema.pointer);
  yield schema;
  for (const word of COMPOSED)
    for (const member of membersOf(schema, word)) yield* composing(member.resolved(), seen);
}

/** The schemas under one of the words, as they are written. */
export function membersOf(schema: DocumentNode, word: (typeof COMPOSED)[number]): DocumentNode[] {
  const members = schema.at(word);
  return Array.isArray(members.value) ? members.value.map((_, at) => members.child(at)) : [];
}

/** Whether a schema is a list, without what it is composed of. */
export const isList = (schema: DocumentNode): boolean =>
  schema.child('items').exists || typesOf(schema).includes('array');

/** The types that a schema names itself. */
export function typesOf(schema: DocumentNode): readonly unknown[] {
  const { value } = schema.at('type');
  if (Array.isArray(value)) return value;
  return value === undefined ? [] : [value];
}

/** The schemas that say what a value is, or what the elements of a list are; none for a schema that isn't there. */
export function leavesOf(schema: DocumentNode, seen = new Set<string>()): DocumentNode[] {
  return [...composing(schema.resolved(), seen)].flatMap((each) => {
    if (isList(each)) return leavesOf(each.child('items'), seen);
    const isComposed = COMPOSED.some((word) => membersOf(each, word).length > 0);
    return isObject(each.value) && !(isComposed && typesOf(each).length === 0) ? [each] : [];
  });
}

/** The schemas of the properties of an object, by name, those of its compositions too. */
export function propertiesOf(schema: DocumentNode): ReadonlyMap<string, DocumentNode> {
  const found = new Map<string, DocumentNode>();
  for (const each of composing(schema, new Set())) {
    const properties = each.at('properties');
    for (const name of properties.keys()) if (!found.has(name)) found.set(name, properties.at(name));
  }
  return found;
}
