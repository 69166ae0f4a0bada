import { hasMethods, isObject, isPlain, tagOf } from '../platform/values.js';
import { InvalidInputError } from '../platform/errors.js';

/** Params by name, as they are distributed over path, query and body. Only own properties count. */
export type Fields = Readonly<Record<string, unknown>>;

/** A null-prototype object: custom JSON functions recognize it as plain. The result of `nullProto` has a prototype. */
const emptyFields = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

const fieldsOfMap = (map: ReadonlyMap<unknown, unknown>, owner: string): Fields => {
  const fields = emptyFields();
  for (const [name, value] of map) {
    if (typeof name !== 'string')
      throw new InvalidInputError(`${owner} is a Map with non-string keys: use string keys or an object.`);
    fields[name] = value;
  }
  return fields;
};

/** Throws for an instance that is a body of another library, because its fields aren't params. */
export function refuseForeign(value: object, owner: string): void {
  if (
    hasMethods(value, 'pipe') ||
    hasMethods(value, 'on', 'emit') ||
    hasMethods(value, 'append', 'getHeaders')
  )
    throw InvalidInputError.of(owner, value, 'a platform body: FormData, a Blob, a stream or bytes');
}

/**
 * Returns the named fields of a params value; undefined if it is sent as a whole: an array, an instance that only has
 * `toJSON`, and every value that `isWhole` accepts. Throws for anything else, naming its type:
 * docs/reference/rules.md#bodies
 *
 * @param owner Names the value in the message.
 */
export function fieldsOf(
  params: unknown,
  isWhole: (value: unknown) => boolean,
  owner = 'params',
): Fields | undefined {
  if (params == null) return {};
  if (isObject(params) && isPlain(params) && !(Symbol.asyncIterator in params)) return params as Fields;
  if (Array.isArray(params) || isWhole(params)) return undefined;
  const tag = tagOf(params);
  if (tag === 'Map') return fieldsOfMap(params as ReadonlyMap<unknown, unknown>, owner);
  // The fields or the `toJSON()` of these don't contain their value.
  if (isObject(params) && !['Set', 'Date', 'String'].includes(tag)) {
    refuseForeign(params, owner);
    if (Object.keys(params).length > 0) return params as Fields;
    if ('toJSON' in params) return undefined;
  }
  throw InvalidInputError.of(owner, params, 'an object, array, string or a body such as FormData');
}

/**
 * Returns the named fields of a value that can't be sent as a whole. Throws an InvalidInputError with its name and the
 * wanted type.
 */
export function namedFields(given: unknown, owner: string, wanted = 'an object'): Fields {
  const fields = typeof given === 'object' ? fieldsOf(given, Array.isArray, owner) : undefined;
  if (fields) return fields;
  throw InvalidInputError.of(owner, given, wanted);
}

/** Returns the fields whose names aren't in `taken`; undefined if none remains. */
export function fieldsWithout(taken: readonly string[], fields: Fields): Fields | undefined {
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined && !taken.includes(name));
  if (names.length === 0) return undefined;
  if (taken.length === 0 && isPlain(fields)) return fields;
  const rest = emptyFields();
  for (const name of names) {
    // An instance with own fields is sent as these fields, not as its `toJSON()` result.
    if (name !== 'toJSON' || typeof fields[name] !== 'function') rest[name] = fields[name];
  }
  return rest;
}
