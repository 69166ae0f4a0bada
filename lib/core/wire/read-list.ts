import { Refusal } from '../result/refusal.js';

/** A copy of a list option. Throws a Refusal for what is no array. */
export function readList<T>(name: string, given: readonly T[]): readonly T[] {
  if (!Array.isArray(given)) throw Refusal.of(name, given, 'a list');
  return [...(given as readonly T[])];
}
