/**
 * What a string literal can't hold as it is: the ends of lines, what an editor doesn't show or shows in another
 * order, and halves of characters, which no file can hold.
 */
const UNSAFE =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\\\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;

const SHORT = new Map([
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeOf(character: string): string {
  return SHORT.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A string of the document as a literal of TypeScript, with the quotes that prettier would take. */
export function quoted(text: string): string {
  const safe = text.replace(UNSAFE, escapeOf);
  const single = safe.split("'").length;
  const double = safe.split('"').length;
  return single > double ? `"${safe.replaceAll('"', '\\"')}"` : `'${safe.replaceAll("'", "\\'")}'`;
}

/** A string of the document as a part of a template literal. */
export function templated(text: string): string {
  return text.replace(UNSAFE, escapeOf).replaceAll('`', '\\`').replaceAll('${', '\\${');
}

/** A name of the document as the key of an object type. */
export function keyed(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

const LINE_END = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/;

/** What an editor doesn't show, or shows in another order. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;

/** A line that can't end the comment, or begin with a tag: `@ts-ignore` is one. */
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

/**
 * A doc comment with the end of its last line; '' if there is nothing to say.
 *
 * @param texts Of the document, and our own, each from a new line.
 */
export function docComment(texts: readonly string[], isDeprecated = false, indent = ''): string {
  const lines = texts.flatMap(commentLines);
  if (isDeprecated) lines.push('@deprecated');
  const [first] = lines;
  if (first === undefined) return '';
  if (lines.length === 1) return `${indent}/** ${first} */\n`;
  const body = lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}\n`);
  return `${indent}/**\n${body.join('')}${indent} */\n`;
}

export interface Expression {
  readonly text: string;
  /** What it is joined by at its top, which says where it needs parentheses. */
  readonly joined: 'nothing' | 'and' | 'or';
  readonly members?: readonly Expression[];
}

/** How long a line may be that holds a type. */
export const WIDTH = 80;

/** A type that needs no parentheses anywhere. */
export function plain(text: string): Expression {
  return { text, joined: 'nothing' };
}

export const UNKNOWN: Expression = plain('unknown');
export const NEVER: Expression = plain('never');
export const NULL: Expression = plain('null');

function unique(list: readonly Expression[]): Expression[] {
  const seen = new Set<string>();
  return list.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function inParentheses({ text }: Expression, indent: string): string {
  return text.startsWith('\n') ? `(${text}\n${indent})` : `(${text})`;
}

/** Whether the members of a union stand below each other. */
function needsLines(texts: readonly string[], indent: string): boolean {
  const long = texts.filter((text) => text.includes('\n')).length;
  if (long > 0) return long > 1 || texts.length > 2;
  return texts.join(' | ').length + indent.length > WIDTH;
}

/** Of several members, none of which is `unknown` or `never`. Unions in unions are one, which is put together once. */
class Union implements Expression {
  readonly joined = 'or';
  readonly #list: readonly Expression[];
  readonly #indent: string;
  #members: readonly Expression[] | undefined;
  #text: string | undefined;

  constructor(list: readonly Expression[], indent: string) {
    this.#list = list;
    this.#indent = indent;
  }

  get members(): readonly Expression[] {
    return (this.#members ??= unique([...this.#flat()]));
  }

  get text(): string {
    return (this.#text ??= this.#laidOut());
  }

  *#flat(): Generator<Expression, undefined> {
    const ways = [this.#list.values()];
    for (let way = ways.at(-1); way; way = ways.at(-1)) {
      const { done, value } = way.next();
      if (done) ways.pop();
      else if (value instanceof Union) ways.push(value.#list.values());
      else yield value;
    }
  }

  #laidOut(): string {
    const indent = this.#indent;
    const texts = this.members.map((each) =>
      each.joined === 'and' ? inParentheses(each, indent) : each.text,
    );
    if (!needsLines(texts, indent)) return texts.join(' | ');
    return texts.map((each) => `\n${indent}  | ${each.replaceAll('\n', '\n  ')}`).join('');
  }
}

const is = (type: Expression, text: string): boolean => !(type instanceof Union) && type.text === text;

/** A union; long ones begin with a new line. */
export function unionOf(list: readonly Expression[], indent: string): Expression {
  const [first] = list;
  if (first !== undefined && list.length === 1) return first;
  if (list.some((type) => is(type, 'unknown'))) return UNKNOWN;
  const members = list.filter((type) => !is(type, 'never'));
  if (members.some((type) => type instanceof Union)) return new Union(members, indent);
  const [only, ...more] = unique(members);
  return more.length > 0 ? new Union(members, indent) : (only ?? NEVER);
}

/** An intersection, each member once. */
export function intersectionOf(list: readonly Expression[], indent: string): Expression {
  const [first] = list;
  if (first !== undefined && list.length === 1) return first;
  const members = unique(list.filter(({ text }) => text !== 'unknown'));
  const [only] = members;
  if (only === undefined) return UNKNOWN;
  if (members.some(({ text }) => text === 'never')) return NEVER;
  if (members.length === 1) return only;
  const texts = members.map((each) => (each.joined === 'or' ? inParentheses(each, indent) : each.text));
  return { text: texts.join(' & '), joined: 'and' };
}

/** A list of items of one type. */
export function arrayOf(item: Expression, indent: string): Expression {
  return plain(`${item.joined === 'nothing' ? item.text : inParentheses(item, indent)}[]`);
}

/** The text where it follows something on its line: a union that would begin with a new line stays on this one. */
export function inline({ text, members }: Expression): string {
  if (!text.startsWith('\n') || !members) return text;
  return members.map((each) => (each.joined === 'and' ? inParentheses(each, '') : each.text)).join(' | ');
}

/** What stands behind a colon or an equals sign. */
export function after(sign: string, { text }: Expression): string {
  return text.startsWith('\n') ? `${sign}${text}` : `${sign} ${text}`;
}

/** A union of types as they are written, each once. */
export function union(types: readonly string[]): string {
  const members = [...new Set(types)];
  if (members.includes('unknown') || members.length === 0) return 'unknown';
  return members.join(' | ');
}
