import { PURE } from '../print/endpoint-config.js';
import { quoted } from '../print/typescript.js';
import type { Conversion } from '../shape/conversions.js';
import { compiledPattern } from '../shape/pattern.js';
import type { ListShape, NumberShape, Range, TextShape } from '../shape/shape.js';

/** A member of an object schema. */
export interface PrintedMember {
  readonly key: string;
  readonly schema: string;
  readonly isOptional: boolean;
  /** Its doc comment, or `''`. */
  readonly doc: string;
}

/** How an object treats members that it doesn't name. */
export type Others =
  { readonly kind: 'kept' | 'rejected' } | { readonly kind: 'typed'; readonly schema: string };

/** The spelling of one schema library. Every function returns an expression. */
export interface Dialect {
  /** Name of the package, and the name under which the file imports it. */
  readonly module: string;
  readonly alias: string;
  /** Helpers that a file can declare, by name, each a whole declaration. */
  readonly helpers: Readonly<Record<string, string>>;
  /** Schemas without limits: `unknown`, `never`, `null`, `boolean`, `undefined`. */
  plain(name: 'unknown' | 'never' | 'null' | 'boolean' | 'undefined'): string;
  /** A value of a type that isn't checked, or is an instance of one of the classes. */
  instance(types: readonly string[], isChecked: boolean): string;
  literals(values: readonly string[]): string;
  enumeration(values: readonly string[]): string;
  text(shape: TextShape): string;
  number(shape: NumberShape): string;
  list(item: string, shape: Pick<ListShape, 'isUnique'> & Range): string;
  tuple(first: readonly string[], rest: string, shape: Pick<ListShape, 'isUnique'> & Range): string;
  object(members: readonly PrintedMember[], others: Others, range: Range, indent: string): string;
  record(value: string, range: Range): string;
  nullable(schema: string): string;
  optional(schema: string): string;
  union(schemas: readonly string[], isExclusive: boolean): string;
  intersection(schemas: readonly string[]): string;
  lazy(name: string): string;
  /** The type of what a schema returns, or accepts. */
  output(schema: string): string;
  input(schema: string): string;
  /** The annotation of a schema that refers to itself. */
  annotation(output: string, input: string): string;
}

/** Prints the members of an object schema, one on each line. */
export const memberLines = (
  members: readonly PrintedMember[],
  indent: string,
  optional: (schema: string) => string,
): string => {
  const lines = members.map(
    ({ key, schema, isOptional, doc }) =>
      `${doc}${indent}  ${key}: ${isOptional ? optional(schema) : schema},\n`,
  );
  return lines.length > 0 ? `{\n${lines.join('')}${indent}}` : '{}';
};

/** The test of a count, as a function for a refinement. Undefined without limits. */
export const countTest = ({ min, max }: Range): string | undefined => {
  if (min === undefined && max === undefined) return undefined;
  const count = 'globalThis.Object.keys(value).length';
  const tests = [
    min === undefined ? '' : `${count} >= ${min}`,
    max === undefined ? '' : `${count} <= ${max}`,
  ];
  return `(value) => ${tests.filter(Boolean).join(' && ')}`;
};

/** The test that no item occurs twice. `JSON.stringify` throws for bigints. */
export const uniqueTest = (hasBigInts: boolean): string => {
  const replacer = ", (_, each) => typeof each === 'bigint' ? `${each}n` : each";
  const text = `globalThis.JSON.stringify(item${hasBigInts ? replacer : ''})`;
  return `(items) => new globalThis.Set(items.map((item) => ${text})).size === items.length`;
};

/** Returns the regular expression of a pattern as an expression; undefined without a pattern that can be compiled. */
export const regularExpression = (pattern: string | undefined): string | undefined => {
  const found = pattern === undefined ? undefined : compiledPattern(pattern);
  return found && `new globalThis.RegExp(${quoted(found.source)}${found.flags && `, '${found.flags}'`})`;
};

/** Helper that joins the outputs of two schemas. Intersections of the libraries reject values that one schema converts. */
export const MERGE = `const $merge = (from: unknown, left: unknown, right: unknown): unknown => {
  if (left === from || right === from) return left === from ? right : left;
  if (globalThis.Array.isArray(from) && globalThis.Array.isArray(left) && globalThis.Array.isArray(right))
    return right.map((item, index) => $merge(from[index], left[index], item));
  const [object, one, other] = [from, left, right] as Record<string, unknown>[];
  if (![object, one, other].every((each) => globalThis.Object.prototype.toString.call(each) === '[object Object]')) return left;
  const merged = globalThis.Object.entries({ ...one, ...other }).map(([key, value]) => [
    key,
    globalThis.Object.hasOwn(one!, key) && globalThis.Object.hasOwn(other!, key) ? $merge(object![key], one![key], value) : value,
  ]);
  return globalThis.Object.fromEntries(merged);
};
`;

/** How a library spells the conversion of a value. */
export interface ConversionSpelling {
  /** Schemas of values on the wire, by the name of the conversion. */
  readonly wire: Readonly<Record<ConversionName, string>>;
  readonly date: string;
  readonly bigint: string;
  readonly bytes: string;
  readonly temporal: (type: string) => string;
  /** A schema that converts from one to the other. `text` is the value on the wire, `value` the value in the program. */
  readonly codec: (steps: ConversionSteps) => string;
}

/** The steps of a conversion, as expressions. */
interface ConversionSteps {
  readonly from: string;
  readonly to: string;
  /** Name of the parameter of `convert`. */
  readonly parameter: 'text' | 'value';
  readonly convert: string;
  /** The inverse of `convert`, with the other parameter. */
  readonly revert: string;
}

type ConversionName = Exclude<Conversion['name'], 'plainTime'>;

/** Returns the helpers that convert values in both directions, by name. */
export const conversionHelpers = (library: ConversionSpelling): Record<string, string> => {
  const { wire, date, bigint, bytes, temporal } = library;
  const helper = (name: string, steps: ConversionSteps): [string, string] => [
    `$${name}`,
    `const $${name} = ${PURE} (() => ${library.codec(steps)})();\n`,
  ];
  const both = (name: ConversionName, program: string, decode: string, encode: string) => [
    helper(name, { from: wire[name], to: program, parameter: 'text', convert: decode, revert: encode }),
    helper(`${name}Input`, {
      from: program,
      to: wire[name],
      parameter: 'value',
      convert: encode,
      revert: decode,
    }),
  ];
  const toDate = 'new globalThis.Date(text)';
  const toBigInt = 'globalThis.BigInt(text)';
  return Object.fromEntries([
    ...both('dateTime', date, toDate, 'value.toISOString()'),
    ...both('date', date, toDate, 'value.toISOString().slice(0, 10)'),
    ...both('instant', temporal('Instant'), 'Temporal.Instant.from(text)', 'value.toString()'),
    ...both('plainDate', temporal('PlainDate'), 'Temporal.PlainDate.from(text)', 'value.toString()'),
    ...both('int64', bigint, toBigInt, 'value'),
    ...both('int64Text', bigint, toBigInt, 'globalThis.String(value)'),
    ...both(
      'bytes',
      bytes,
      'globalThis.Uint8Array.from(globalThis.atob(text), (character) => character.charCodeAt(0))',
      "globalThis.btoa(globalThis.Array.from(value, (byte) => globalThis.String.fromCharCode(byte)).join(''))",
    ),
  ]);
};
