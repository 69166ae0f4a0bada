const copyOf = (value: unknown, copies: Map<object, unknown>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isList = Array.isArray(value);
  if (!isList && prototype !== null && prototype !== Object.prototype) return value;
  // Spread, and then changed member by member: one called __proto__ stays a member.
  const copy = (isList ? Array.from<unknown>(value) : { ...value }) as Record<PropertyKey, unknown>;
  if (prototype === null) Object.setPrototypeOf(copy, null);
  copies.set(value, copy);
  for (const name of isList ? value.keys() : Object.keys(copy)) copy[name] = copyOf(copy[name], copies);
  return copy;
};

/**
 * A copy of decoded data: arrays and plain objects at every depth, so that a caller who changes what it got doesn't
 * change what the next one gets. Instances of classes (a `Blob`, a `Date` that a schema made) are not copied.
 */
export function copyData(data: unknown): unknown {
  return copyOf(data, new Map());
}
