/**
 * Letters and digits that every TypeScript since 5.4 takes in a name, whatever its `target`. Its tables are older than
 * those of the engine that runs this, so whole scripts are named that have long been complete.
 */
const LETTERS =
  'A-Za-z\\d$\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03f5' +
  '\\u03f7-\\u0481\\u048a-\\u0527\\u05d0-\\u05ea\\u0620-\\u064a\\u0904-\\u0939\\u0e01-\\u0e30\\u3041-\\u3096' +
  '\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';

const WORD = new RegExp(`[${LETTERS}]+`, 'g');

/** As much of a name as anybody reads. */
const LONGEST = 100;

/** The words of a name of the document: `full-repository` has two, `fullRepository` one. */
export function wordsOf(name: string): string[] {
  return name.slice(0, 10 * LONGEST).match(WORD) ?? [];
}

const ONLY_LETTERS = new RegExp(`^[${LETTERS}]+$`);

/** The text in another case. As it was where that has a letter which is too young for TypeScript, or is none. */
function recased(text: string, changed: string): string {
  return ONLY_LETTERS.test(changed) ? changed : text;
}

/** The word with a capital in front, if its first letter has one. */
export function capitalized(word: string): string {
  const first = word.charAt(0);
  return recased(first, first.toUpperCase()) + word.slice(1);
}

/** The letters as small ones. */
export function lowered(letters: string): string {
  return recased(letters, letters.toLowerCase());
}

/** `FullRepository` of `full-repository`; `otherwise` for a name without a letter or digit. */
export function pascalCase(name: string, otherwise = 'Type'): string {
  const joined = wordsOf(name).map(capitalized).join('').slice(0, LONGEST);
  if (joined === '') return otherwise;
  return /^\d/.test(joined) ? `_${joined}` : joined;
}
