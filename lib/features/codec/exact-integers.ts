import { isObject } from '../../core/internal.js';

/**
 * For each object and array with integers beyond 2^53, its copy in which they are strings. Beside the data, so that the
 * data contains plain numbers.
 */
const exact = /* @__PURE__ */ new WeakMap<object, unknown>();

/** Returns the exact text of an integer, or the member itself; undefined if the container has no large integer. */
export const exactIn = (container: object | undefined, key: PropertyKey | undefined): unknown =>
  (exact.get(container!) as Record<PropertyKey, unknown> | undefined)?.[key!];

/** Keeps the integers of a value for its copy. */
export function copyExact<T extends object>(from: object, to: T): T {
  const kept = exact.get(from);
  if (kept) exact.set(to, kept);
  return to;
}

/** Compares the data with the same data in which large integers are strings, and keeps these strings. */
export function keepExact(data: unknown, quoted: unknown): void {
  // A growing array instead of recursion: a response can be nested deeper than the stack.
  const pairs = [[data, quoted]];
  for (const [one, other] of pairs as [Record<string, unknown>, Record<string, unknown>][])
    for (const key of Object.keys(one)) {
      if (isObject(one[key])) pairs.push([one[key], other[key]]);
      else if (one[key] !== other[key]) exact.set(one, other);
    }
}
