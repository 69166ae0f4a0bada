import { bare } from './bare.js';

/** The value of a property of the object's own; undefined without one, whatever stands on its prototypes. */
export const ownValue = <T extends object, K extends keyof T>(source: T, name: K): T[K] | undefined =>
  Object.hasOwn(source, name) ? source[name] : undefined;

/**
 * The own enumerable properties of `source` that are not undefined, on an object with nothing on its chain.
 *
 * Everything that a caller hands over as options goes through here: what somebody put on `Object.prototype`
 * is not an option, and an explicit undefined means "leave the level below".
 */
export function ownDefined<T extends object>(
  source: T | null | undefined,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const copy = bare<{ [K in keyof T]?: Exclude<T[K], undefined> }>();
  if (source == null) return copy;
  for (const key of Object.keys(source) as (keyof T)[]) {
    const value = source[key];
    if (value !== undefined) copy[key] = value as Exclude<T[typeof key], undefined>;
  }
  return copy;
}

/**
 * The options that somebody gave: own properties that are neither undefined nor null. An option that is null counts as
 * missing, so that it gets its default and is never read as 0.
 */
export function givenOptions<T extends object>(
  options: T | null | undefined,
): { [K in keyof T]?: NonNullable<T[K]> } {
  const given = Object.entries(ownDefined(options)).filter(([, value]) => value !== null);
  return bare(Object.fromEntries(given) as { [K in keyof T]?: NonNullable<T[K]> });
}
