import {
  childOf,
  isObject,
  type JsonObject,
  type Located,
  locatedAt,
  type OpenApiDocument,
  own,
  ownList,
  ownObject,
  type References,
  refOf,
} from '../document/json-document.js';

const OF_OBJECTS = ['properties', 'patternProperties', 'additionalProperties', 'required'];
const OF_ARRAYS = ['items', 'prefixItems'];

/** The words for a choice of schemas. */
export const UNIONS: readonly string[] = ['oneOf', 'anyOf'];

const has = (schema: JsonObject, names: readonly string[]): boolean =>
  names.some((name) => own(schema, name) !== undefined);

/** The types that a schema names, `null` too. */
function named(schema: JsonObject): readonly unknown[] {
  const type = own(schema, 'type');
  return typeof type === 'string' ? [type] : ownList(schema, 'type');
}

/** The types that a schema names, or that its words are for; without `null`. */
export function typesOf(schema: JsonObject): string[] {
  const types = named(schema).filter((type) => typeof type === 'string');
  if (types.length > 0) return types.filter((type) => type !== 'null');
  if (has(schema, OF_OBJECTS)) return ['object'];
  return has(schema, OF_ARRAYS) ? ['array'] : [];
}

/** Whether a schema allows no value of a type: it names others. */
export function isOther(schema: unknown, type: string): boolean {
  if (!isObject(schema)) return false;
  return named(schema).length > 0 && !named(schema).includes(type);
}

/** The type that the words of a schema are for, where it names none: other values may be anything. */
export function impliedType(schema: JsonObject): string | undefined {
  return named(schema).length > 0 ? undefined : typesOf(schema)[0];
}

/** Whether null is one of its values. */
export function allowsNull(schema: JsonObject): boolean {
  const said = own(schema, 'nullable') === true || own(schema, 'x-nullable') === true;
  return said || named(schema).includes('null');
}

/** Whether null is all that it allows. */
export function isNull(schema: JsonObject): boolean {
  const types = named(schema);
  return types.length > 0 && types.every((type) => type === 'null');
}

/** Whether it says anything by other schemas. */
export function isComposed(schema: JsonObject): boolean {
  return ownList(schema, 'allOf').length > 0 || isUnion(schema);
}

/** Whether it is a choice of schemas. */
export function isUnion(schema: unknown): boolean {
  return UNIONS.some((word) => ownList(schema, word).length > 0);
}

/** An object and nothing else, whose fields can be named from outside. */
export function isPlainObject(schema: unknown): schema is JsonObject {
  return isObject(schema) && isSimple(schema) && typesOf(schema).join() === 'object';
}

/** A list and nothing else. */
export function isPlainArray(schema: unknown): schema is JsonObject {
  return (
    isObject(schema) &&
    isSimple(schema) &&
    typesOf(schema).join() === 'array' &&
    !has(schema, ['prefixItems'])
  );
}

function isSimple(schema: JsonObject): boolean {
  const other = refOf(schema) !== undefined || isComposed(schema) || allowsNull(schema);
  return !other && !has(schema, ['enum', 'const']);
}

/** The fields that have to be there. */
export function requiredOf(schema: unknown): string[] {
  return ownList(schema, 'required').filter((name) => typeof name === 'string');
}

/** Fields by their names, in the order of these: that of the document may not show. */
export function fieldsOf(schema: Located, word: string): (Located & { readonly name: string })[] {
  const fields = locatedAt(schema, word);
  const names = isObject(fields.value) ? Object.keys(fields.value) : [];
  return names.sort().map((name) => ({ name, ...locatedAt(fields, name) }));
}

export function schemasOf(document: OpenApiDocument): (Located & { readonly name: string })[] {
  return fieldsOf({ value: own(document, 'components'), pointer: '/components' }, 'schemas');
}

const SETS = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** The values of a list of the document as a set, which is made once: thousands may ask for one of thousands. */
export function listed(list: readonly unknown[]): ReadonlySet<unknown> {
  let set = SETS.get(list);
  if (!set) {
    set = new Set(list);
    SETS.set(list, set);
  }
  return set;
}

/** A field of an object, and whether it is required where it is declared. */
export interface Field extends Located {
  readonly required: boolean;
}

/** How many schemas a search looks at: more than any inherits from, and few enough to search for each field. */
const MOST = 100;

function* parentsOf({ value, pointer }: Located): Generator<Located, undefined> {
  for (const [index, parent] of ownList(value, 'allOf').entries())
    yield { value: parent, pointer: childOf(pointer, 'allOf', index) };
}

/** A schema and what it inherits from, each with its `$ref` followed, in the order in which they are written. */
function* withAncestors(schema: Located, references: References): Generator<Located, undefined> {
  const seen = new Set<string>();
  const ways: Iterator<Located, undefined>[] = [[schema].values()];
  for (let steps = 0; steps < MOST && ways.length > 0; steps += 1) {
    const { value: next } = ways.at(-1)?.next() ?? {};
    if (!next) ways.pop();
    const found = next && references.follow(next);
    if (!found || seen.has(found.pointer) || !isObject(found.value)) continue;
    seen.add(found.pointer);
    yield found;
    ways.push(parentsOf(found));
  }
}

/** The declarations of a field: in the schema, and in what it inherits from, nearest first. */
export function* declarationsOf(
  schema: Located,
  name: string,
  references: References,
): Generator<Field, undefined> {
  for (const { value, pointer } of withAncestors(schema, references)) {
    const declared = own(ownObject(value, 'properties'), name);
    if (declared === undefined) continue;
    const required = listed(ownList(value, 'required')).has(name);
    yield { value: declared, pointer: childOf(pointer, 'properties', name), required };
  }
}

/** The nearest declaration of a field. */
export function fieldOf(schema: Located, name: string, references: References): Field | undefined {
  return declarationsOf(schema, name, references).next().value;
}

/**
 * What a type is of: all of a schema, or its base, which is what those that inherit from it share: what it says itself
 * and inherits, without its union, its heirs and null.
 */
export interface Subject extends Located {
  readonly part: 'whole' | 'base';
}

/** All of a schema. */
export function wholeOf({ value, pointer }: Located): Subject {
  return { value, pointer, part: 'whole' };
}

/** What those that inherit from a schema share. */
export function baseOf({ value, pointer }: Located): Subject {
  return { value, pointer, part: 'base' };
}

/** What tells subjects apart: no pointer has a tilde without a digit. */
export function keyOf({ pointer, part }: Subject): string {
  return part === 'whole' ? pointer : `${pointer}~base`;
}

/** Whether a value comes from the server, without what is `writeOnly`, or goes to it, without what is `readOnly`. */
export type Side = 'received' | 'sent';

/** A `$ref` in a schema, and how the schema means it. */
export interface Link {
  readonly ref: string;
  /** Whether it stands in an `allOf`. */
  readonly inAllOf: boolean;
  /** Whether the schema inherits from what it names: all between the two are `allOf`. */
  readonly inherits: boolean;
}

/** How a schema is reached from the one that is looked at. */
type Way = Omit<Link, 'ref'>;

const ITSELF: Way = { inAllOf: false, inherits: true };
const INSIDE: Way = { inAllOf: false, inherits: false };
const ONE = ['items', 'additionalProperties', 'unevaluatedProperties'];
const BY_NAME = ['properties', 'patternProperties'];

/** Calls back for each schema that holds of the same value, with its `$ref` if it has one. */
function visitItself(
  schema: unknown,
  way: Way,
  hasUnions: boolean,
  found: (schema: object, way: Way) => void,
): void {
  if (!isObject(schema)) return;
  found(schema, way);
  for (const each of ownList(schema, 'allOf')) visitItself(each, { ...way, inAllOf: true }, true, found);
  if (!hasUnions) return;
  for (const word of UNIONS)
    for (const each of ownList(schema, word)) visitItself(each, { ...way, inherits: false }, true, found);
}

function linkOf(schema: object, way: Way): Link[] {
  const ref = refOf(schema);
  return ref === undefined ? [] : [{ ref, ...way }];
}

/** The `$ref`s that have to be known before a type is: all but those in its fields and items. */
export function needsOf({ value, part }: Subject): Link[] {
  const links: Link[] = [];
  visitItself(value, ITSELF, part === 'whole', (schema, way) => links.push(...linkOf(schema, way)));
  return links;
}

/** What a schema holds, at any depth. */
interface Content {
  readonly fields: readonly unknown[];
  readonly links: readonly Link[];
}

/** The fields and `$ref`s of a schema, at any depth. */
export function contentOf(value: unknown): Content {
  const content = { fields: [] as unknown[], links: [] as Link[] };
  const waiting: [schema: unknown, way: Way][] = [[value, ITSELF]];
  for (let next = waiting.pop(); next; next = waiting.pop())
    visitItself(...next, true, (schema, way) => {
      content.links.push(...linkOf(schema, way));
      for (const word of BY_NAME)
        for (const field of Object.values(ownObject(schema, word))) {
          content.fields.push(field);
          waiting.push([field, INSIDE]);
        }
      for (const word of ONE) waiting.push([own(schema, word), INSIDE]);
      for (const item of ownList(schema, 'prefixItems')) waiting.push([item, INSIDE]);
    });
  return content;
}
