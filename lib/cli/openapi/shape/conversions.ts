import type { ChoiceOf } from '../choices.js';
import { isObject, own } from '../document/json-document.js';
import type { NumberShape, Shape, TextShape } from './shape.js';

/** Types of dates, 64-bit integers and bytes in the program, and the names of members. */
export interface ConversionOptions {
  readonly dates: ChoiceOf<'dates'>;
  readonly int64: ChoiceOf<'int64'>;
  readonly bytes: ChoiceOf<'bytes'>;
  readonly properties: ChoiceOf<'properties'>;
}

/** A value with another type in the program than on the wire. */
export interface Conversion {
  /** Name of its codec in homing/codec. */
  readonly name:
    'dateTime' | 'date' | 'instant' | 'plainDate' | 'plainTime' | 'int64' | 'int64Text' | 'bytes';
  /** Type in the program. */
  readonly type: string;
}

const DATES: Readonly<Record<ConversionOptions['dates'], Readonly<Record<string, Conversion>>>> = {
  string: {},
  date: {
    'date-time': { name: 'dateTime', type: 'globalThis.Date' },
    date: { name: 'date', type: 'globalThis.Date' },
  },
  temporal: {
    'date-time': { name: 'instant', type: 'Temporal.Instant' },
    date: { name: 'plainDate', type: 'Temporal.PlainDate' },
  },
};

/** Returns the conversion of a format; undefined if the program has the same value. */
export const conversionOfFormat = (
  type: 'text' | 'number',
  format: string | undefined,
  { dates, int64, bytes }: ConversionOptions,
): Conversion | undefined => {
  if (format === undefined) return undefined;
  if (format === 'int64' && int64 === 'bigint')
    return { name: type === 'text' ? 'int64Text' : 'int64', type: 'bigint' };
  if (type === 'number') return undefined;
  if (format === 'byte' && bytes === 'uint8array') return { name: 'bytes', type: 'globalThis.Uint8Array' };
  return Object.hasOwn(DATES[dates], format) ? DATES[dates][format] : undefined;
};

/** Returns the conversion of a shape; undefined if the program has the same value. */
export const conversionOf = (
  { kind, format }: TextShape | NumberShape,
  options: ConversionOptions,
): Conversion | undefined => conversionOfFormat(kind, format, options);

/** Whether a shape is a 64-bit integer that is a number in JSON and a bigint in the program. */
export const isInt64 = (shape: Shape, options: ConversionOptions): boolean =>
  shape.kind === 'number' && conversionOf(shape, options)?.name === 'int64';

/** Whether a schema itself is converted. */
export const isConverted = (schema: unknown, options: ConversionOptions): boolean => {
  if (!isObject(schema) || own(schema, 'enum') !== undefined || own(schema, 'const') !== undefined)
    return false;
  const types = [own(schema, 'type')].flat();
  const format = own(schema, 'format');
  if (typeof format !== 'string') return false;
  const isText = types.includes('string') && conversionOfFormat('text', format, options) !== undefined;
  const isNumber = ['integer', 'number'].some((type) => types.includes(type));
  return isText || (isNumber && conversionOfFormat('number', format, options) !== undefined);
};

/** Options under which the program has the values and the names of the wire. */
export const UNCONVERTED: ConversionOptions = {
  dates: 'string',
  int64: 'number',
  bytes: 'base64',
  properties: 'document',
};

/** Whether any value has another type in the program than on the wire. */
export const convertsValues = ({ dates, int64, bytes }: ConversionOptions): boolean =>
  dates !== 'string' || int64 === 'bigint' || bytes !== 'base64';
