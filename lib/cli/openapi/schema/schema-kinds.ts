import { isObject, type JsonObject, own, ownList, ownObject, refOf } from '../document/json-document.js';

const OF_OBJECTS = ['properties', 'patternProperties', 'additionalProperties', 'required'];
const OF_ARRAYS = ['items', 'prefixItems'];
const OF_SEVERAL = ['allOf', 'oneOf', 'anyOf'] as const;

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
  return OF_SEVERAL.some((word) => ownList(schema, word).length > 0);
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

export function requiredOf(schema: unknown): string[] {
  return ownList(schema, 'required').filter((name) => typeof name === 'string');
}

/** Names of fields and their schemas, in the order of the names: that of the document may not show. */
export function fieldsOf(schema: unknown, word = 'properties'): [name: string, schema: unknown][] {
  return Object.entries(ownObject(schema, word)).sort(([one], [other]) => (one < other ? -1 : 1));
}
