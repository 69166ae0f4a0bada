import type { Located } from '../document/json-document.js';

/**
 * What a type is of: all of a schema, or its base, which is what those that inherit from it share: what it says itself
 * and inherits, without its union, its heirs and null.
 */
export interface Subject extends Located {
  readonly part: 'whole' | 'base';
}

export function wholeOf({ value, pointer }: Located): Subject {
  return { value, pointer, part: 'whole' };
}

export function baseOf({ value, pointer }: Located): Subject {
  return { value, pointer, part: 'base' };
}

/** No pointer has a tilde without a digit. */
export function keyOf({ pointer, part }: Subject): string {
  return part === 'whole' ? pointer : `${pointer}~base`;
}
