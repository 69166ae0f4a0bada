import { capitalized, lowered, wordsOf } from './words.js';

/** The capitals that a name begins with, but for one that belongs to what follows: `API` of `APIList`. */
const LEADING_CAPITALS = /^(\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|\p{Lu})/u;

/** `reposGet` of `repos/get`, `apiList` of `APIList`. Empty for a name without a letter or a digit. */
export function camelCase(name: string): string {
  const joined = wordsOf(name).map(capitalized).join('').replace(LEADING_CAPITALS, lowered);
  return /^\d/.test(joined) ? `_${joined}` : joined;
}
