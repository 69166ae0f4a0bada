const LINE_END = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/;

/** What an editor doesn't show, or shows in another order. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;

/** A line that can't end the comment, or begin with a tag that nobody meant: `@ts-ignore` is one of them. */
function safe(line: string): string {
  return line
    .replace(HIDDEN, '')
    .replaceAll('*/', '*\\/')
    .replace(/^([\s/*]*)@/, '$1\\@')
    .trimEnd();
}

/** The lines of a text of the document, ready for a comment; no empty ones around, and no two in a row. */
export function commentLines(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(LINE_END)) {
    const next = safe(line);
    if (next !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(next);
  }
  if (lines.at(-1) === '') lines.pop();
  const [first] = lines;
  if (first !== undefined) lines[0] = first.trimStart();
  return lines;
}

/** What a doc comment says. */
export interface Doc {
  /** Texts of the document, and our own, each from a new line. */
  readonly texts: readonly string[];
  readonly deprecated?: boolean;
}

/** A doc comment with the end of its last line; '' if there is nothing to say. */
export function docComment({ texts, deprecated = false }: Doc, indent = ''): string {
  const lines = texts.flatMap(commentLines);
  if (deprecated) lines.push('@deprecated');
  const [first] = lines;
  if (first === undefined) return '';
  if (lines.length === 1) return `${indent}/** ${first} */\n`;
  const body = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`);
  return `${indent}/**\n${body.join('')}${indent} */\n`;
}
