const copyOf = (value: unknown, copies: Map<object, unknown>): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const element of value) list.push(copyOf(element, copies));
    return list;
  }
  if (prototype !== null && prototype !== Object.prototype) return value;
  const object = Object.create(prototype) as Record<string, unknown>;
  copies.set(value, object);
  for (const name of Object.keys(value)) {
    const copy = copyOf((value as Record<string, unknown>)[name], copies);
    // A member of that name would set the prototype by assignment.
    if (name === '__proto__')
      Object.defineProperty(object, name, {
        value: copy,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    else object[name] = copy;
  }
  return object;
};

/**
 * A copy of decoded data: arrays and plain objects at every depth, so that a caller who changes what it got doesn't
 * change what the next one gets. Instances of classes (a `Blob`, a `Date` that a schema made) are not copied.
 */
export function copyData(data: unknown): unknown {
  return copyOf(data, new Map());
}
