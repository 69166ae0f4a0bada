import { type JsonObject, own } from '../document/json-document.js';
import type { Range, Shape, TextShape } from './shape.js';

const numberAt = (schema: JsonObject, key: string): number | undefined => {
  const value = own(schema, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};

/** Returns the string under a key; undefined without one. */
export const textAt = (schema: unknown, key: string): string | undefined => {
  const value = own(schema, key);
  return typeof value === 'string' ? value : undefined;
};

/** Returns the limits of a length or a count: `minLength` and `maxLength` for `Length`. */
export const rangeOf = (schema: JsonObject, what: string): Range => ({
  min: numberAt(schema, `min${what}`),
  max: numberAt(schema, `max${what}`),
});

/** Keywords that limit a value of the type of an enclosing schema. */
const LIMITS = /^(min|max|pattern|format|multipleOf|exclusive|unique)/;

/** Whether a schema limits a value without naming its type. */
export const hasLimits = (schema: JsonObject): boolean => Object.keys(schema).some((key) => LIMITS.test(key));

/** Returns the shape of a text. */
export const textOf = (schema: JsonObject): TextShape => ({
  kind: 'text',
  ...rangeOf(schema, 'Length'),
  pattern: textAt(schema, 'pattern'),
  format: textAt(schema, 'format'),
});

/** The limits of `format: int32`. */
const INT32 = { min: -(2 ** 31), max: 2 ** 31 - 1 };

/** Returns the shape of a number. In OpenAPI 3.0, `exclusiveMinimum` is a flag next to `minimum`. */
export const numberOf = (type: string, schema: JsonObject): Shape => {
  const said = rangeOf(schema, 'imum');
  const isInt32 = textAt(schema, 'format') === 'int32';
  const min = isInt32 ? Math.max(said.min ?? INT32.min, INT32.min) : said.min;
  const max = isInt32 ? Math.min(said.max ?? INT32.max, INT32.max) : said.max;
  const isAbove = own(schema, 'exclusiveMinimum') === true;
  const isBelow = own(schema, 'exclusiveMaximum') === true;
  return {
    kind: 'number',
    isInteger: type === 'integer',
    min: isAbove ? undefined : min,
    max: isBelow ? undefined : max,
    above: isAbove ? min : numberAt(schema, 'exclusiveMinimum'),
    below: isBelow ? max : numberAt(schema, 'exclusiveMaximum'),
    multipleOf: numberAt(schema, 'multipleOf'),
    format: textAt(schema, 'format'),
  };
};
