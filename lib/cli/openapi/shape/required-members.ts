import { sameValue, shapesFrom } from './names-in.js';
import type { Shape } from './shape.js';

/** The values that members of an object can have, with undefined for a member that can be missing; no value for any value. */
export type RequiredMembers = ReadonlyMap<string, readonly unknown[]>;

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

/** Returns the values that both of two lists have. An empty list has any value. */
const common = (one: readonly unknown[], other: readonly unknown[]): readonly unknown[] => {
  if (one.length === 0 || other.length === 0) return one.length > 0 ? one : other;
  const both = one.filter((value) => other.includes(value));
  return both.length > 0 ? both : other;
};

/** Returns the values of an enum, a constant or null, also by a name; none for another shape. */
function valuesOf(start: Shape): readonly unknown[] {
  let found: readonly unknown[] = [];
  let hasNull = false;
  for (const shape of shapesFrom(start, sameValue)) {
    hasNull ||= shape.kind === 'nullable';
    if (shape.kind === 'null') found = common(found, [null]);
    if (shape.kind === 'values' && shape.values.every(isScalar)) found = common(found, shape.values);
  }
  return hasNull && found.length > 0 ? [...new Set([...found, null])] : found;
}

/**
 * Returns the members that every object of a shape has, and the members that have certain values if they exist; undefined
 * for a shape without objects. Choices in the shape aren't searched.
 */
export function requiredMembers(start: Shape): RequiredMembers | undefined {
  let isObject = false;
  const required = new Set<string>();
  const found = new Map<string, readonly unknown[]>();
  for (const part of shapesFrom(start, sameValue)) {
    if (part.kind !== 'object') continue;
    isObject = true;
    for (const { name, shape, isRequired, isReadOnly } of part.fields) {
      if (isReadOnly === true) continue;
      if (isRequired) required.add(name);
      found.set(name, common(found.get(name) ?? [], valuesOf(shape)));
    }
  }
  const members = [...found].flatMap(([name, values]): [string, readonly unknown[]][] => {
    if (required.has(name)) return [[name, values]];
    return values.length > 0 ? [[name, [...values, undefined]]] : [];
  });
  return isObject ? new Map(members) : undefined;
}

/** Whether a member with these values can be missing. */
export const canBeMissing = (values: readonly unknown[]): boolean => values.includes(undefined);

/**
 * Returns the members with the values that tell a shape of a union from another one; no value for other members that
 * every object has.
 */
export const tellingMembers = (
  required: RequiredMembers,
  all: readonly RequiredMembers[],
): RequiredMembers => {
  const isTelling = ([name, values]: readonly [string, readonly unknown[]]): boolean =>
    all.some((each) => JSON.stringify(each.get(name)) !== JSON.stringify(values));
  const members = [...required].flatMap((entry): [string, readonly unknown[]][] => {
    if (isTelling(entry)) return [[...entry]];
    return canBeMissing(entry[1]) ? [] : [[entry[0], []]];
  });
  return new Map(members);
};
