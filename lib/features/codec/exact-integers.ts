import { isObject } from '../../core/internal.js';

/**
 * Maps each object and array with integers beyond 2^53 to the same object with strings instead. The data itself contains
 * plain numbers.
 */
const exact = /* @__PURE__ */ new WeakMap<object, Record<PropertyKey, unknown>>();

/** Returns the exact text of an integer, or the member itself; undefined if the container has no large integer. */
export const exactIn = (container: object | undefined, key: PropertyKey | undefined): unknown =>
  exact.get(container as object)?.[key as PropertyKey];

/** Keeps the integers of a value for its copy. */
export function copyExact<T extends object>(from: object, to: T): T {
  const kept = exact.get(from);
  if (kept) exact.set(to, kept);
  return to;
}

/** Keeps the strings of `quoted`, which is the same data with strings instead of large integers. */
export function keepExact(data: unknown, quoted: unknown): void {
  // A growing array instead of recursion: a response can be nested deeper than the stack.
  const pairs = [[data, quoted]];
  for (const [one, other] of pairs as [Record<string, unknown>, Record<string, unknown>][])
    for (const key of Object.keys(one)) {
      if (isObject(one[key])) pairs.push([one[key], other[key]]);
      else if (one[key] !== other[key]) exact.set(one, other);
    }
}
