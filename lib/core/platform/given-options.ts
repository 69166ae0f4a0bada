import { bare } from './bare.js';
import { ownDefined } from './own-properties.js';

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
