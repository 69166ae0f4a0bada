/** A type as it is written. */
export interface Expression {
  readonly text: string;
  /** What it is joined by at its top, which says where it needs parentheses. */
  readonly joined: 'nothing' | 'and' | 'or';
  /** Of a union. */
  readonly members?: readonly Expression[];
}

export const WIDTH = 80;

export function plain(text: string): Expression {
  return { text, joined: 'nothing' };
}

export const UNKNOWN = plain('unknown');
export const NEVER = plain('never');
export const NULL = plain('null');

function unique(list: readonly Expression[]): Expression[] {
  const seen = new Set<string>();
  return list.filter(({ text }) => !seen.has(text) && seen.add(text));
}

export function inParentheses({ text }: Expression, indent: string): string {
  return text.startsWith('\n') ? `(${text}\n${indent})` : `(${text})`;
}

const isLong = (text: string): boolean => text.includes('\n');

/** Whether the members of a union stand below each other. */
function needsLines(texts: readonly string[], indent: string): boolean {
  const long = texts.filter(isLong).length;
  if (long > 0) return long > 1 || texts.length > 2;
  return texts.join(' | ').length + indent.length > WIDTH;
}

/** A union; long ones begin with a new line. */
export function unionOf(list: readonly Expression[], indent: string): Expression {
  const [first] = list;
  if (first !== undefined && list.length === 1) return first;
  const flat = list.flatMap((each) => each.members ?? [each]);
  const members = unique(flat.filter(({ text }) => text !== 'never'));
  const [only] = members;
  if (only === undefined) return NEVER;
  if (members.some(({ text }) => text === 'unknown')) return UNKNOWN;
  if (members.length === 1) return only;
  const texts = members.map((each) => (each.joined === 'and' ? inParentheses(each, indent) : each.text));
  const text = needsLines(texts, indent)
    ? texts.map((each) => `\n${indent}  | ${each.replaceAll('\n', '\n  ')}`).join('')
    : texts.join(' | ');
  return { text, joined: 'or', members };
}

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
