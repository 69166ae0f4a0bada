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

/** Keywords for a choice of schemas. */
export const UNIONS: readonly string[] = ['oneOf', 'anyOf'];

const has = (schema: JsonObject, names: readonly string[]): boolean =>
  names.some((name) => own(schema, name) !== undefined);

/** Returns the types of the `type` keyword, including `null`. */
function named(schema: JsonObject): readonly unknown[] {
  const type = own(schema, 'type');
  return typeof type === 'string' ? [type] : ownList(schema, 'type');
}

/** Returns the types of a schema, from its `type` or implied by its keywords, without `null`. */
export function typesOf(schema: JsonObject): string[] {
  const types = named(schema).filter((type) => typeof type === 'string');
  if (types.length > 0) return types.filter((type) => type !== 'null');
  if (has(schema, OF_OBJECTS)) return ['object'];
  return has(schema, OF_ARRAYS) ? ['array'] : [];
}

/** Whether a schema excludes a type by naming others. */
export function isOther(schema: unknown, type: string): boolean {
  if (!isObject(schema)) return false;
  return named(schema).length > 0 && !named(schema).includes(type);
}

/** Returns the type that the keywords imply if the schema has no `type`. It doesn't exclude other types. */
export function impliedType(schema: JsonObject): string | undefined {
  return named(schema).length > 0 ? undefined : typesOf(schema)[0];
}

/** Whether null is valid. */
export function allowsNull(schema: JsonObject): boolean {
  const said = own(schema, 'nullable') === true || own(schema, 'x-nullable') === true;
  return said || named(schema).includes('null');
}

/** Whether null is the only valid value. */
export function isNull(schema: JsonObject): boolean {
  const types = named(schema);
  return types.length > 0 && types.every((type) => type === 'null');
}

/** Whether a schema is composed of other schemas. */
export function isComposed(schema: JsonObject): boolean {
  return ownList(schema, 'allOf').length > 0 || isUnion(schema);
}

/** Whether a schema is a choice of schemas. */
export function isUnion(schema: unknown): boolean {
  return UNIONS.some((word) => ownList(schema, word).length > 0);
}

/** Whether a schema is only an object, whose field types can be indexed. */
export function isPlainObject(schema: unknown): schema is JsonObject {
  return isObject(schema) && isSimple(schema) && typesOf(schema).join() === 'object';
}

/** Whether a schema is only an array. */
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

/** Returns the names of the required fields. */
export function requiredOf(schema: unknown): string[] {
  return ownList(schema, 'required').filter((name) => typeof name === 'string');
}

/** Returns the fields sorted by name, so that the document's order doesn't affect the output. */
export function fieldsOf(schema: Located, word: string): (Located & { readonly name: string })[] {
  const fields = locatedAt(schema, word);
  const names = isObject(fields.value) ? Object.keys(fields.value) : [];
  return names.sort().map((name) => ({ name, ...locatedAt(fields, name) }));
}

export function schemasOf(document: OpenApiDocument): (Located & { readonly name: string })[] {
  return fieldsOf({ value: own(document, 'components'), pointer: '/components' }, 'schemas');
}

const SETS = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();

/** Returns an array of the document as a Set. Cached, because thousands of lookups can use the same array. */
export function listed(list: readonly unknown[]): ReadonlySet<unknown> {
  let set = SETS.get(list);
  if (!set) {
    set = new Set(list);
    SETS.set(list, set);
  }
  return set;
}

/** A field of an object, and whether its declaration requires it. */
export interface Field extends Located {
  readonly required: boolean;
}

/**
 * Maximum number of schemas in a search: above any real inheritance chain, but small enough to search for
 * each field.
 */
const MOST = 100;

function* parentsOf({ value, pointer }: Located): Generator<Located, undefined> {
  for (const [index, parent] of ownList(value, 'allOf').entries())
    yield { value: parent, pointer: childOf(pointer, 'allOf', index) };
}

/** Yields a schema and its ancestors with resolved `$ref`s, in document order. */
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

/** Yields the declarations of a field in a schema and its ancestors, nearest first. */
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

/** Returns the nearest declaration of a field. */
export function fieldOf(schema: Located, name: string, references: References): Field | undefined {
  return declarationsOf(schema, name, references).next().value;
}

/**
 * What a type is printed from: the whole schema, or its base. The base is the part that subtypes share: its
 * own and inherited fields, without its union, its subtypes and null.
 */
export interface Subject extends Located {
  readonly part: 'whole' | 'base';
}

/** Returns the whole schema as a subject. */
export function wholeOf({ value, pointer }: Located): Subject {
  return { value, pointer, part: 'whole' };
}

/** Returns the base of a schema as a subject. */
export function baseOf({ value, pointer }: Located): Subject {
  return { value, pointer, part: 'base' };
}

/** Returns a unique key: a pointer never contains a tilde without a digit. */
export function keyOf({ pointer, part }: Subject): string {
  return part === 'whole' ? pointer : `${pointer}~base`;
}

/**
 * Direction of a value. A received value has no `writeOnly` fields, a sent value has no `readOnly` fields.
 */
export type Side = 'received' | 'sent';

/** A `$ref` in a schema, and how the schema uses it. */
export interface Link {
  readonly ref: string;
  /** Whether it is inside an `allOf`. */
  readonly inAllOf: boolean;
  /** Whether the schema inherits from the target: only `allOf` is between them. */
  readonly inherits: boolean;
}

/** How a schema is reached from the starting schema. */
type Way = Omit<Link, 'ref'>;

const ITSELF: Way = { inAllOf: false, inherits: true };
const INSIDE: Way = { inAllOf: false, inherits: false };
const ONE = ['items', 'additionalProperties', 'unevaluatedProperties'];
const BY_NAME = ['properties', 'patternProperties'];

/** Calls `found` for each schema that applies to the same value. */
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

/**
 * Returns the `$ref`s that must be resolved before the type is known: all except those in fields and items.
 */
export function needsOf({ value, part }: Subject): Link[] {
  const links: Link[] = [];
  visitItself(value, ITSELF, part === 'whole', (schema, way) => links.push(...linkOf(schema, way)));
  return links;
}

/** Contents of a schema at any depth. */
interface Content {
  readonly fields: readonly unknown[];
  readonly links: readonly Link[];
  /** All schemas, including the schema itself. */
  readonly schemas: readonly unknown[];
}

/** Returns the fields, `$ref`s and schemas in a schema at any depth. */
export function contentOf(value: unknown): Content {
  const content = { fields: [] as unknown[], links: [] as Link[], schemas: [] as unknown[] };
  const waiting: [schema: unknown, way: Way][] = [[value, ITSELF]];
  for (let next = waiting.pop(); next; next = waiting.pop())
    visitItself(...next, true, (schema, way) => {
      content.schemas.push(schema);
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
