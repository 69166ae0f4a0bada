import { sameValue, shapesFrom } from './names-in.js';
import type { Shape } from './shape.js';

/** The single value that each required member of an object must have; no value for any value. */
export type RequiredMembers = ReadonlyMap<string, readonly unknown[]>;

const isScalar = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

const constantOf = (shape: Shape): readonly unknown[] =>
  shape.kind === 'values' && shape.values.length === 1 && shape.values.every(isScalar) ? shape.values : [];

/**
 * Returns the members that every object of a shape has; undefined for a shape without objects. Choices in the shape
 * aren't searched.
 */
export function requiredMembers(start: Shape): RequiredMembers | undefined {
  let isObject = false;
  const found = new Map<string, readonly unknown[]>();
  for (const part of shapesFrom(start, sameValue)) {
    if (part.kind !== 'object') continue;
    isObject = true;
    for (const { name, shape, isRequired, isReadOnly } of part.fields) {
      const values = constantOf(shape);
      if (isRequired && isReadOnly !== true && (values.length > 0 || !found.has(name)))
        found.set(name, values);
    }
  }
  return isObject ? found : undefined;
}
