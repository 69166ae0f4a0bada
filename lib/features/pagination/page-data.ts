// Reads the data and the params of a page at dotted paths. The data comes from a server: only own members count.

import { describeType, InvalidInputError, isObject } from '../../core/internal.js';
import { type NamedParams, namedParams } from './next-link.js';

/** Returns an own member. A negative number counts from the end of an array. */
const memberOf = (value: unknown, name: string): unknown => {
  if (!isObject(value)) return undefined;
  const key = Array.isArray(value) && /^-\d+$/.test(name) ? String(value.length + Number(name)) : name;
  return Object.hasOwn(value, key) ? (value as NamedParams)[key] : undefined;
};

/** Returns the value at a dotted path; undefined for a missing member. A member whose whole name is the path wins. */
export const valueAt = (data: unknown, path: string): unknown =>
  path === '' ? data : (memberOf(data, path) ?? path.split('.').reduce(memberOf, data));

/** Returns the items of a page. Throws an InvalidInputError for another value than an array. */
export function itemsAt(data: unknown, path: string): readonly unknown[] {
  const value = valueAt(data, path);
  if (Array.isArray(value)) return value;
  const place = path === '' ? 'data' : `"${path}"`;
  throw new InvalidInputError(
    `The page's ${place} is ${describeType(value)}, not an array: set "items" in the endpoint's pages.`,
  );
}

/** Returns the param at a dotted path; undefined for a missing param. */
export const paramAt = (params: unknown, path: string): unknown => valueAt(namedParams(params), path);

const withNested = (fields: unknown, [name = '', ...rest]: readonly string[], value: unknown): object => ({
  ...(isObject(fields) ? fields : undefined),
  // A computed name: `__proto__` becomes an own member.
  [name]: rest.length > 0 ? withNested(memberOf(fields, name), rest, value) : value,
});

/** Returns a copy of the params with this value at a dotted path. */
export function withParam(params: unknown, path: string, value: unknown): object {
  const fields = namedParams(params);
  return withNested(fields, Object.hasOwn(fields, path) ? [path] : path.split('.'), value);
}
