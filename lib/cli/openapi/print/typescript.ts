/**
 * Characters that must be escaped in a string literal: line breaks, invisible characters, characters that
 * change the text direction, and lone surrogates, which a file can't contain.
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

/** Prints a string literal with the quotes that prettier would choose. */
export function quoted(text: string): string {
  const safe = text.replace(UNSAFE, escapeOf);
  const single = safe.split("'").length;
  const double = safe.split('"').length;
  return single > double ? `"${safe.replaceAll('"', '\\"')}"` : `'${safe.replaceAll("'", "\\'")}'`;
}

/** Prints a string, a number, a boolean or null as a literal. */
export function literal(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** Prints a string as part of a template literal. */
export function templated(text: string): string {
  return text.replace(UNSAFE, escapeOf).replaceAll('`', '\\`').replaceAll('${', '\\${');
}

/** Prints the key of an object type. */
export function keyed(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

const LINE_END = /\r\n|[\n\r\u2028\u2029\u0085\v\f]/;

/** Characters that are invisible or change the text direction. */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\p{Surrogate}/gu;

/** Escapes a line that could end the comment, or start with a tag such as `@ts-ignore`. */
function safe(line: string): string {
  return line
    .replace(HIDDEN, '')
    .replaceAll('*/', '*\\/')
    .replace(/^([\s/*]*)@/, '$1\\@')
    .trimEnd();
}

/**
 * Returns the lines of a text for a comment, without empty lines at the ends and without two empty lines in a
 * row.
 */
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
 * Returns a doc comment with a final line break; `''` for an empty text.
 *
 * @param texts Texts of the document and of homing. Each starts a new line.
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
  /** The outermost operator, which determines the need for parentheses. */
  readonly joined: 'nothing' | 'and' | 'or';
  readonly members?: readonly Expression[];
}

/** Maximum width of a line with a type, in characters. */
export const WIDTH = 80;

/** Returns a type that never needs parentheses. */
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

/** Whether the members of a union need one line each. */
function needsLines(texts: readonly string[], indent: string): boolean {
  const long = texts.filter((text) => text.includes('\n')).length;
  if (long > 0) return long > 1 || texts.length > 2;
  return texts.join(' | ').length + indent.length > WIDTH;
}

/** A union of members other than `unknown` and `never`. Nested unions are flattened once. */
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

/** Returns a union. A long one starts with a line break. */
export function unionOf(list: readonly Expression[], indent: string): Expression {
  const [first] = list;
  if (first !== undefined && list.length === 1) return first;
  if (list.some((type) => is(type, 'unknown'))) return UNKNOWN;
  const members = list.filter((type) => !is(type, 'never'));
  if (members.some((type) => type instanceof Union)) return new Union(members, indent);
  const [only, ...more] = unique(members);
  return more.length > 0 ? new Union(members, indent) : (only ?? NEVER);
}

/** Returns an intersection with unique members. */
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

/** Returns an array type. */
export function arrayOf(item: Expression, indent: string): Expression {
  return plain(`${item.joined === 'nothing' ? item.text : inParentheses(item, indent)}[]`);
}

/** Returns the text for use inside a line: a union that would start with a line break stays on the line. */
export function inline({ text, members }: Expression): string {
  if (!text.startsWith('\n') || !members) return text;
  return members.map((each) => (each.joined === 'and' ? inParentheses(each, '') : each.text)).join(' | ');
}

/** Returns a type after a colon or an equals sign. */
export function after(sign: string, { text }: Expression): string {
  return text.startsWith('\n') ? `${sign}${text}` : `${sign} ${text}`;
}

/** Returns a union of printed types, each once. */
export function union(types: readonly string[]): string {
  const members = [...new Set(types)];
  if (members.includes('unknown') || members.length === 0) return 'unknown';
  return members.join(' | ');
}
