import { isPlain } from '../platform/is-plain.js';
import { tagOf } from '../platform/tag-of.js';
import { refuseForeign, refuseParams } from './foreign-body.js';
import { Refusal } from '../result/refusal.js';

/** Params by name, as they are spread over path, query and body. Only own properties count. */
export type Fields = Readonly<Record<string, unknown>>;

/** Objects that are neither fields nor a body, by tag. */
const NEITHER_FIELDS_NOR_BODY: readonly string[] = ['Set', 'Date', 'String', 'Number', 'Boolean'];

const emptyFields = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

const fieldsOfMap = (map: ReadonlyMap<unknown, unknown>, owner: string): Fields => {
  const fields = emptyFields();
  for (const [name, value] of map) {
    if (typeof name !== 'string')
      throw new Refusal(`${owner} is a Map with non-string keys: pass string keys, or an object.`);
    fields[name] = value;
  }
  return fields;
};

/**
 * The named fields of a params value; undefined when it is sent as a whole: an array, an instance with nothing but
 * `toJSON`, and what `isWhole` says. What can be neither is refused, naming its type: docs/reference/rules.md#bodies
 *
 * @param owner What the value is, for the message.
 */
export function fieldsOf(
  params: unknown,
  isWhole: (value: unknown) => boolean,
  owner = 'params',
): Fields | undefined {
  if (params == null) return emptyFields();
  const isObject = typeof params === 'object';
  if (isObject && isPlain(params) && !(Symbol.asyncIterator in params)) return params as Fields;
  if (Array.isArray(params) || isWhole(params)) return undefined;
  const tag = tagOf(params);
  if (tag === 'Map') return fieldsOfMap(params as ReadonlyMap<unknown, unknown>, owner);
  if (isObject && !NEITHER_FIELDS_NOR_BODY.includes(tag)) {
    refuseForeign(params, owner);
    if (Object.keys(params).length > 0) return params as Fields;
    if ('toJSON' in params) return undefined;
  }
  throw refuseParams(params, owner);
}

/** The named fields of what can't be sent as a whole. Throws a Refusal that names it and says what is wanted. */
export function namedFields(given: unknown, owner: string, wanted = 'an object'): Fields {
  const fields = typeof given === 'object' ? fieldsOf(given, Array.isArray, owner) : undefined;
  if (fields) return fields;
  throw Refusal.of(owner, given, wanted);
}

/** The fields without those that `taken` names; undefined when none is left. */
export function fieldsWithout(taken: readonly string[], fields: Fields): Fields | undefined {
  const names = Object.keys(fields).filter((name) => fields[name] !== undefined && !taken.includes(name));
  if (names.length === 0) return undefined;
  if (taken.length === 0 && isPlain(fields)) return fields;
  const rest = emptyFields();
  for (const name of names) {
    // Of an instance with fields the fields are sent, whatever its toJSON() would make of them.
    if (name !== 'toJSON' || typeof fields[name] !== 'function') rest[name] = fields[name];
  }
  return rest;
}
