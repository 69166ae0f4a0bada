import type { ListShape, NumberShape, Range, TextShape } from '../shape/shape.js';
import type { Helpers } from './helpers.js';

/** A member of an object schema. */
export interface PrintedMember {
  readonly key: string;
  readonly schema: string;
  readonly isOptional: boolean;
  /** Its doc comment, or `''`. */
  readonly doc: string;
}

/** The items of a tuple. */
export interface PrintedItems {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  /** Undefined if there can't be more items. */
  readonly rest: string | undefined;
}

/** The members of an object that have no name in it. */
export interface PatternMembers {
  /** The names of the object, as an expression. */
  readonly known: string;
  /** Expressions of patterns, each with a schema. */
  readonly patterns: readonly (readonly [pattern: string, schema: string])[];
  /** Schema of the members that match no pattern. Undefined if they aren't checked. */
  readonly others: string | undefined;
}

/** How an object treats members that it doesn't name. */
export type Others =
  { readonly kind: 'kept' | 'rejected' } | { readonly kind: 'typed'; readonly schema: string };

/** The members of an object schema. */
export interface PrintedObject {
  readonly members: readonly PrintedMember[];
  /** Members that a program can send back as it received them. Its type doesn't have them. */
  readonly readOnly: readonly PrintedMember[];
  readonly others: Others;
}

/** The spelling of one schema library. Every function returns an expression. */
export interface Dialect {
  /** Name of the package, and the name under which the file imports it. */
  readonly module: string;
  readonly alias: string;
  readonly helpers: Helpers;
  /** Schemas without limits: `unknown`, `never`, `null`, `boolean`, `undefined`. */
  plain(name: 'unknown' | 'never' | 'null' | 'boolean' | 'undefined'): string;
  /** A value of a type that isn't checked, or is an instance of one of the classes. */
  instance(types: readonly string[], isChecked: boolean): string;
  /** One of some JSON values, compared as JSON. */
  equals(values: readonly unknown[], type: string): string;
  literals(values: readonly string[]): string;
  enumeration(values: readonly string[]): string;
  text(shape: TextShape): string;
  number(shape: NumberShape): string;
  list(item: string, shape: Pick<ListShape, 'isUnique'> & Range): string;
  tuple(items: PrintedItems, shape: Pick<ListShape, 'isUnique'> & Range): string;
  object(object: PrintedObject, range: Range, indent: string): string;
  record(value: string, range: Range): string;
  /** An object whose other members have schemas by a pattern of their name. */
  members(object: string, members: PatternMembers): string;
  /** An object whose names all fit a schema, except names that the document doesn't have. */
  named(object: string, names: string, renamed: readonly string[]): string;
  /** A value of a schema that doesn't fit another schema. */
  excluding(schema: string, excluded: string): string;
  nullable(schema: string): string;
  optional(schema: string): string;
  union(schemas: readonly string[], isExclusive: boolean): string;
  /** A value that fits all schemas, none of which converts it. */
  intersection(schemas: readonly string[]): string;
  /** A value that fits both schemas and is converted by them. */
  all(left: string, right: string): string;
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

/** Prints the arguments of `$members` after the object. */
export const memberArguments = ({ known, patterns, others }: PatternMembers): string => {
  const rules = patterns.map(([pattern, schema]) => `[${pattern}, ${schema}]`).join(', ');
  return [known, `[${rules}]`, ...(others === undefined ? [] : [others])].join(', ');
};

/** Prints the arguments of `$names`. */
export const nameArguments = (names: string, renamed: readonly string[]): string =>
  [names, ...(renamed.length > 0 ? [`[${renamed.join(', ')}]`] : [])].join(', ');
