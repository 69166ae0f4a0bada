import type { ArgumentNames } from '../node-api.js';

/** What the command line may be. */
export const USAGE = `usage: homing openapi <file or URL> -o <file> [options]

Makes a client of an OpenAPI document: endpoints for createApi, and their types.

  -o, --output FILE       where the client is written to; - for stdout
      --check             writes nothing; says what would change, and exits with 1 if anything would
      --watch             writes again whenever a file that the document reads changes, until Ctrl+C
      --strict            a warning is an error
      --allow CODE        lets warnings with this code pass, unsaid; for several: again, or a,b
      --offline           refuses a document or a $ref that would have to be fetched
      --root DIR          where a $ref may name a file: in this folder, and not in the document's alone
      --allow-origin URL  where a $ref may name a URL: at this origin too; for several: again
      --no-docs           without doc comments
      --int64 TYPE        what an integer of 64 bits is: number (default) or string
  -h, --help              says this
      --version           says which homing this is

Exits with 0 when the file is written or up to date, with 1 when --check finds a difference, else with 2.
`;

/** The options that USAGE has. */
export const OPTIONS = {
  output: { type: 'string', short: 'o' },
  check: { type: 'boolean' },
  watch: { type: 'boolean' },
  strict: { type: 'boolean' },
  allow: { type: 'string' },
  offline: { type: 'boolean' },
  root: { type: 'string' },
  'allow-origin': { type: 'string' },
  'no-docs': { type: 'boolean' },
  int64: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const satisfies ArgumentNames;

/** The command line is none of those that USAGE names. The message says why, in one line. */
export class UsageError extends Error {}

/** How many letters have to be put in, left out or changed to make one word of the other. */
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

/** More letters than any word here has. */
const LONGEST = 40;

/** What was meant by a word that isn't there; undefined if none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const begun = word.length > 2 ? words.find((each) => each.startsWith(word)) : undefined;
  if (begun !== undefined) return begun;
  const allowed = Math.min(3, Math.floor(word.length / 2));
  const [first] = words
    .map((each) => ({ each, far: distance(word, each) }))
    .filter(({ far }) => far <= allowed)
    .sort((one, other) => one.far - other.far);
  return first?.each;
}
