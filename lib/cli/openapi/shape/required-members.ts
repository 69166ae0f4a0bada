import { sameValue, shapesFrom } from './names-in.js';
import type { Shape } from './shape.js';

/** The values that each required member of an object can have; no value for any value. */
export type RequiredMembers = ReadonlyMap<string, readonly unknown[]>;

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

const valuesOf = (shape: Shape): readonly unknown[] =>
  shape.kind === 'values' && shape.values.every(isScalar) ? shape.values : [];

/** Returns the values that both of two lists have. An empty list has any value. */
const common = (one: readonly unknown[], other: readonly unknown[]): readonly unknown[] => {
  if (one.length === 0 || other.length === 0) return one.length > 0 ? one : other;
  const both = one.filter((value) => other.includes(value));
  return both.length > 0 ? both : other;
};

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
      if (isRequired && isReadOnly !== true) found.set(name, common(found.get(name) ?? [], valuesOf(shape)));
    }
  }
  return isObject ? found : undefined;
}

/** Returns the members with the values that tell a shape of a union from another one; no value for the other members. */
export const tellingMembers = (
  required: RequiredMembers,
  all: readonly RequiredMembers[],
): RequiredMembers => {
  const isTelling = ([name, values]: readonly [string, readonly unknown[]]): boolean =>
    all.some((each) => JSON.stringify(each.get(name)) !== JSON.stringify(values));
  return new Map([...required].map((entry) => [entry[0], isTelling(entry) ? entry[1] : []]));
};
