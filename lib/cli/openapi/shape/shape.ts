import type { Side, Subject } from '../schema/keywords.js';

/** Limits of a length, a count or a number. Undefined for none. */
export interface Range {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** A text. */
export interface TextShape extends Range {
  readonly kind: 'text';
  /** A regular expression, as in the document. */
  readonly pattern?: string | undefined;
  /** Such as `date-time`. */
  readonly format?: string | undefined;
}

/** A number. */
export interface NumberShape extends Range {
  readonly kind: 'number';
  readonly isInteger: boolean;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
  readonly multipleOf?: number | undefined;
  /** Such as `int64`. */
  readonly format?: string | undefined;
}

/** A list. */
export interface ListShape extends Range {
  readonly kind: 'list';
  readonly items: Shape;
  readonly isUnique: boolean;
}

/** A list whose first items have their own shapes. */
export interface TupleShape extends Range {
  readonly kind: 'tuple';
  readonly first: readonly Shape[];
  readonly rest: Shape;
  readonly isUnique: boolean;
}

/** A field of an object. */
export interface FieldShape {
  readonly name: string;
  readonly shape: Shape;
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
  /** Whether a sent value has the field only because it was received: the field is `readOnly`. Default: false. */
  readonly isReadOnly?: boolean;
}

/** An object. */
export interface ObjectShape extends Range {
  readonly kind: 'object';
  readonly fields: readonly FieldShape[];
  /** Shape of the fields without a name; undefined if the schema says nothing about them. */
  readonly others: Shape | undefined;
  /** Shapes of the fields whose name matches an expression. They apply to fields without a name here. */
  readonly patterns: readonly (readonly [pattern: string, shape: Shape])[];
  /** Shape of the names of all fields. Default: any text. */
  readonly names?: Shape | undefined;
}

/** One of several values. */
export interface ValuesShape {
  readonly kind: 'values';
  readonly values: readonly unknown[];
  /** Whether the values tell the members of a union apart, so that no other value fits. Default: false. */
  readonly isTag?: boolean;
}

/** The field that tells the members of a union apart. */
export interface UnionTag {
  readonly field: string;
  /** The values of each member; no values for an unknown member. */
  readonly values: readonly (readonly string[])[];
  /** Index of the member for all other values. Undefined if no member is. */
  readonly other: number | undefined;
}

/** A choice of shapes. */
export interface UnionShape {
  readonly kind: 'union';
  readonly members: readonly Shape[];
  /** Whether exactly one shape fits. */
  readonly isExclusive: boolean;
  readonly tag: UnionTag | undefined;
}

/** A schema with a name. The same schema and direction always have the same object. */
export interface NamedShape {
  readonly kind: 'named';
  readonly name: string;
  readonly side: Side;
  readonly subject: Subject;
  /** The shape of the schema. Read when it is needed, because schemas can be circular. */
  readonly shape: Shape;
}

/**
 * The values that a schema accepts in one direction. The values of a shape with several parts fit all of them. Printers
 * read shapes only, never the document.
 */
export type Shape =
  | { readonly kind: 'any' | 'never' | 'null' | 'boolean' | 'absent' | 'bytes' }
  | { readonly kind: 'instances'; readonly types: readonly string[]; readonly isChecked: boolean }
  | ValuesShape
  | { readonly kind: 'nullable'; readonly shape: Shape }
  /** Every value that doesn't fit the shape. Only in strict schemas. */
  | { readonly kind: 'not'; readonly shape: Shape }
  | { readonly kind: 'all'; readonly parts: readonly Shape[] }
  | TextShape
  | NumberShape
  | ListShape
  | TupleShape
  | ObjectShape
  | UnionShape
  | NamedShape;

export const ANY: Shape = { kind: 'any' };
export const NEVER: Shape = { kind: 'never' };
export const NULL: Shape = { kind: 'null' };

/** Returns the shapes directly below a shape. A name has none: what it stands for is another declaration. */
export function partsOf(shape: Shape): readonly Shape[] {
  switch (shape.kind) {
    case 'nullable':
    case 'not':
      return [shape.shape];
    case 'all':
      return shape.parts;
    case 'union':
      return shape.members;
    case 'list':
      return [shape.items];
    case 'tuple':
      return [...shape.first, shape.rest];
    case 'object':
      return [
        ...shape.fields.map((field) => field.shape),
        ...(shape.others ? [shape.others] : []),
        ...shape.patterns.map(([, each]) => each),
        ...(shape.names ? [shape.names] : []),
      ];
    default:
      return [];
  }
}
