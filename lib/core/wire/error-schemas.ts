import { bare } from '../platform/bare.js';
import { describeType } from '../platform/describe-type.js';
import { isObject } from '../platform/is-object.js';
import { isPlain } from '../platform/is-plain.js';
import type { StandardSchemaV1 } from './standard-schema.js';

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** What errors may be declared for. */
export type ErrorKey = `${3 | 4 | 5}${Digit}${Digit}` | '3XX' | '4XX' | '5XX' | 'default';

/** Schemas of error bodies: by status, else by range (`'3XX'` to `'5XX'`), else `default`. */
export type ErrorSchemas = { readonly [K in ErrorKey]?: StandardSchemaV1 };

type Schemas = Readonly<Record<string, StandardSchemaV1>>;

const KEY = /^([3-5](\d\d|XX)|default)$/;

/** Undefined for what is none, or can't be looked at. */
const schemaIn = (given: object, key: string): StandardSchemaV1 | undefined => {
  try {
    const schema = (given as Schemas)[key];
    return typeof schema?.['~standard'].validate === 'function' ? schema : undefined;
  } catch {
    return undefined;
  }
};

/** The schemas as they are when the client is made. Throws a TypeError for what is none, and for an unknown key. */
export function readErrorSchemas(owner: string, given: unknown): ErrorSchemas {
  if (!isObject(given) || !isPlain(given))
    throw new TypeError(`${owner} has errors that are ${describeType(given)}: pass an object of schemas.`);
  const schemas = bare<Record<string, StandardSchemaV1>>({});
  for (const key of Object.keys(given)) {
    if (!KEY.test(key))
      throw new TypeError(
        `${owner} has errors for "${key}": declare them for a status from 300 to 599, '3XX', '4XX', '5XX' or default.`,
      );
    const schema = schemaIn(given, key);
    if (!schema)
      throw new TypeError(`${owner} has errors for "${key}" that are no schema: pass a Standard Schema.`);
    schemas[key] = schema;
  }
  return schemas;
}

/** The schema of an error's body, if there is one. */
export function errorSchema(given: ErrorSchemas | undefined, status: number): StandardSchemaV1 | undefined {
  const schemas = given as Schemas | undefined;
  return schemas && (schemas[status] ?? schemas[`${String(status).charAt(0)}XX`] ?? schemas['default']);
}
