/** Returns the Levenshtein distance of two words. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let line = 1; line <= one.length; line += 1) {
    const above = row;
    row = [line];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = one[line - 1] === other[column - 1] ? 0 : 1;
      const [before = 0, over = 0, left = 0] = [above[column - 1], above[column], row[column - 1]];
      row.push(Math.min(before + changed, over + 1, left + 1));
    }
  }
  return row.at(-1) ?? 0;
};

/** Longer than any option or code. A longer word has no suggestion, because the distance takes quadratic time. */
const LONGEST = 40;

/** Returns a suggestion for an unknown word, between two texts; `''` if no word is similar. */
export function hint(word: string, words: readonly string[], before: string, after: string): string {
  const meant = nearest(word, words);
  return meant === undefined ? '' : before + meant + after;
}

/** Returns the most similar word; undefined if no word is similar. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const begun = word.length > 2 ? words.find((each) => each.startsWith(word)) : undefined;
  const allowed = Math.min(3, Math.floor(word.length / 2));
  const [near] = words
    .filter(({ length }) => length <= 2 * LONGEST)
    .map((each) => ({ each, far: distance(word, each) }))
    .filter(({ far }) => far <= allowed)
    .sort((one, other) => one.far - other.far);
  return begun ?? near?.each;
}
