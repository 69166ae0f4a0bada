/**
 * Letters and digits that every TypeScript since 5.4 takes in a name. Its tables are older than those of the engine
 * that runs this, so whole scripts are named that have long been complete.
 */
const LETTERS =
  'A-Za-z\\d$\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ff' +
  '\\u0400-\\u0481\\u048a-\\u052f\\u05d0-\\u05ea\\u0620-\\u064a\\u0904-\\u0939\\u0e01-\\u0e30\\u3041-\\u3096' +
  '\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';

const WORD = new RegExp(`[${LETTERS}]+`, 'g');

/** As much of a name as anybody reads. */
const LONGEST = 100;

/** The words of a name of the document: `full-repository` has two, `fullRepository` one. */
export function wordsOf(name: string): string[] {
  return name.slice(0, 10 * LONGEST).match(WORD) ?? [];
}

const ONLY_LETTERS = new RegExp(`^[${LETTERS}]+$`);

/** A capital that is younger than the small letter may be one that TypeScript doesn't know. */
function capital(word: string): string {
  const first = word.charAt(0).toUpperCase();
  return ONLY_LETTERS.test(first) ? first + word.slice(1) : word;
}

/** `FullRepository` of `full-repository`; `otherwise` for a name without a letter or digit. */
export function pascalCase(name: string, otherwise = 'Type'): string {
  const joined = wordsOf(name).map(capital).join('').slice(0, LONGEST);
  if (joined === '') return otherwise;
  return /^\d/.test(joined) ? `_${joined}` : joined;
}
