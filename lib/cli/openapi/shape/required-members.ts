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
  const seen = new Set<Shape>();
  const waiting: Shape[] = [start];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.kind === 'named' || next.kind === 'nullable') waiting.push(next.shape);
    else if (next.kind === 'all') waiting.push(...next.parts);
    else if (next.kind === 'object') {
      isObject = true;
      for (const { name, shape, isRequired, isReadOnly } of next.fields) {
        const values = constantOf(shape);
        if (isRequired && isReadOnly !== true && (values.length > 0 || !found.has(name)))
          found.set(name, values);
      }
    }
  }
  return isObject ? found : undefined;
}
