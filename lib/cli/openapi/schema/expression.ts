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
