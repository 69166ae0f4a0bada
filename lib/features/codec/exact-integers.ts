import { isObject } from '../../core/internal.js';
import type { CodecReport } from './codec.js';

/** Keys of a path. Each lookup takes a step for each key, so more would take quadratic time. */
const MAX_DEPTH = 200;

/**
 * Maps each object and array of data with integers beyond 2^53 to the same object with strings instead. The data itself
 * contains plain numbers.
 */
const exact = /* @__PURE__ */ new WeakMap<object, unknown>();

/** Returns the text of the current integer; another value if its digits aren't kept. */
export function exactText({ root, path }: CodecReport): unknown {
  let found = exact.get(root as object);
  // By the path, because codecs copy the objects between the root and the integer.
  if (found && path.length <= MAX_DEPTH)
    for (const key of path) found = (found as Record<PropertyKey, unknown> | undefined)?.[key];
  return found;
}

/** Keeps the strings of `quoted`, which is the same data with strings instead of large integers. */
export function keepExact(data: unknown, quoted: unknown): void {
  // A growing array instead of recursion: a response can be nested deeper than the stack.
  const pairs = [[data, quoted]];
  for (const [one, other] of pairs as [Record<string, unknown>, Record<string, unknown>][]) {
    if (!isObject(one)) continue;
    // Each one, because the data of a GraphQL response isn't the root of its text.
    exact.set(one, other);
    for (const key of Object.keys(one)) pairs.push([one[key], other[key]]);
  }
}

/** Replaces each number by a `bigint` for which `quoted` has a string and a number isn't exact. */
export function withBigInts<T extends object>(data: T, quoted: object): T {
  // A growing array instead of recursion: a response can be nested deeper than the stack.
  const pairs = [[data, quoted]] as [Record<string, unknown>, Record<string, unknown>][];
  for (const [one, other] of pairs)
    for (const key of Object.keys(one)) {
      const [value, text] = [one[key], other[key]];
      if (isObject(value)) pairs.push([value as Record<string, unknown>, text as Record<string, unknown>]);
      // An assignment to `__proto__` would change the prototype.
      else if (typeof value === 'number' && typeof text === 'string' && !Number.isSafeInteger(value))
        Object.defineProperty(one, key, {
          value: BigInt(text),
          enumerable: true,
          writable: true,
          configurable: true,
        });
    }
  return data;
}
