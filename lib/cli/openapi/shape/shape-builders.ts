import { isObject } from '../document/json-document.js';
import { allowsNull, type Side, type Subject } from '../schema/keywords.js';
import type { Tag } from '../schema/polymorphism.js';
import { ANY, type NamedShape, NEVER, type Shape, type UnionShape, type ValuesShape } from './shape.js';

/** Joins the parts of a shape. A part that accepts everything adds nothing. */
export const allOf = (parts: readonly Shape[]): Shape => {
  const said = parts.filter(({ kind }) => kind !== 'any');
  const [only, ...more] = said;
  if (!only) return ANY;
  return more.length === 0 ? only : { kind: 'all', parts: said };
};

/** Returns a choice of shapes: never without any, and the shape itself for one. */
export const unionOf = (
  members: readonly Shape[],
  { isExclusive = false, tag }: Partial<Pick<UnionShape, 'isExclusive' | 'tag'>> = {},
): Shape => {
  const [only, ...more] = members;
  if (!only) return NEVER;
  return more.length === 0 ? only : { kind: 'union', members, isExclusive, tag };
};

/** Adds null to a shape if the schema allows it. */
export const orNull = (schema: unknown, shape: Shape): Shape =>
  isObject(schema) && allowsNull(schema) && shape.kind !== 'any' ? { kind: 'nullable', shape } : shape;

/**
 * The shape of the values that tell subtypes apart.
 *
 * @param isTag Whether no other value fits.
 */
export const shapeOfTags = (
  tags: readonly (Pick<Tag, 'field' | 'isOptional'> & Pick<ValuesShape, 'values'>)[],
  isTag = false,
): Shape => ({
  kind: 'object',
  fields: tags.map(({ field, values, isOptional }) => ({
    name: field,
    shape: { kind: 'values', values, isTag },
    isRequired: !isOptional,
    description: undefined,
    isDeprecated: false,
  })),
  others: undefined,
  patterns: [],
});

/** A named shape that is read when it is needed. */
export class LazyShape implements NamedShape {
  readonly kind = 'named';
  readonly name: string;
  readonly side: Side;
  readonly subject: Subject;
  readonly #read: () => Shape;
  #shape: Shape | undefined;

  constructor(name: string, side: Side, subject: Subject, read: () => Shape) {
    this.name = name;
    this.side = side;
    this.subject = subject;
    this.#read = read;
  }

  get shape(): Shape {
    return (this.#shape ??= this.#read());
  }
}
