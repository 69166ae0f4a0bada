/** Characters of a class, a choice of sequences, or a sequence with a count. */
type Piece =
  | { readonly kind: 'one'; readonly from: readonly string[] }
  | { readonly kind: 'choice'; readonly of: readonly (readonly Repeated[])[] };

interface Repeated {
  readonly piece: Piece;
  readonly min: number;
  readonly max: number;
}

const charactersFrom = (first: string, last: string): string[] => {
  const found: string[] = [];
  const end = Math.min(last.codePointAt(0) ?? 0, (first.codePointAt(0) ?? 0) + 200);
  for (let code = first.codePointAt(0) ?? 0; code <= end; code += 1) found.push(String.fromCodePoint(code));
  return found;
};

const LETTERS = charactersFrom('a', 'z');
const DIGITS = charactersFrom('0', '9');
const WORD = [...LETTERS, ...charactersFrom('A', 'Z'), ...DIGITS, '_'];
const VISIBLE = [...WORD, ...charactersFrom(' ', '~').filter((each) => !WORD.includes(each))];

const CLASSES: Readonly<Record<string, readonly string[]>> = {
  d: DIGITS,
  w: WORD,
  s: [' '],
  D: LETTERS,
  W: ['-', ' ', '.'],
  S: WORD,
  n: ['\n'],
  r: ['\r'],
  t: ['\t'],
  f: ['\f'],
  v: ['\v'],
  '0': ['\0'],
};

/** A regular expression that this reader doesn't know. */
class Unknown extends Error {}

/** Reads simple regular expressions: classes, groups, choices and counts. Throws for others. */
class PatternReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Reads sequences that `|` separates, up to the end of the group. */
  choice(): Piece {
    const of: Repeated[][] = [[]];
    while (this.#at < this.#text.length && this.#text[this.#at] !== ')') {
      if (this.#taken('|')) of.push([]);
      else if (!this.#taken('^') && !this.#taken('$') && !this.#boundary()) of.at(-1)?.push(this.#repeated());
    }
    return { kind: 'choice', of };
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #taken(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #boundary(): boolean {
    return ['\\b', '\\A', '\\z', '\\Z'].some((each) => this.#taken(each));
  }

  #repeated(): Repeated {
    const piece = this.#piece();
    const [count, min, comma, max] = /^(?:[*+?]|\{(\d*)(,(\d*))?\})/.exec(this.#text.slice(this.#at)) ?? [];
    if (count === undefined) return { piece, min: 1, max: 1 };
    this.#at += count.length;
    this.#taken('?');
    if (count.length === 1) return { piece, min: count === '+' ? 1 : 0, max: count === '?' ? 1 : Infinity };
    const from = Number(min || 0);
    if (comma === undefined) return { piece, min: from, max: from };
    return { piece, min: from, max: max ? Number(max) : Infinity };
  }

  #piece(): Piece {
    if (this.#taken('(')) return this.#group();
    if (this.#taken('[')) return { kind: 'one', from: this.#set() };
    if (this.#taken('\\')) return { kind: 'one', from: this.#escaped() };
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return { kind: 'one', from: character === '.' ? WORD : [character] };
  }

  #group(): Piece {
    const isLook = ['?=', '?!', '?<=', '?<!'].some((each) => this.#taken(each));
    if (!isLook && !this.#taken('?:'))
      this.#at += /^\?<\w+>/.exec(this.#text.slice(this.#at))?.[0].length ?? 0;
    const inside = this.choice();
    if (!this.#taken(')')) throw new Unknown();
    // The result is tried against the whole expression.
    return isLook ? { kind: 'choice', of: [[]] } : inside;
  }

  #escaped(): readonly string[] {
    const [code, hex = ''] = /^(?:u|x)\{?([\da-f]{2,4})\}?/i.exec(this.#text.slice(this.#at)) ?? [];
    if (code !== undefined) {
      this.#at += code.length;
      return [String.fromCodePoint(parseInt(hex, 16))];
    }
    const [property, not, name = ''] = /^([pP])\{?\^?(\w+)\}?/.exec(this.#text.slice(this.#at)) ?? [];
    if (property !== undefined) {
      this.#at += property.length;
      if (not === 'P') return ['-'];
      return { N: DIGITS, Nd: DIGITS, Lu: charactersFrom('A', 'Z'), Z: [' '], P: ['-'] }[name] ?? LETTERS;
    }
    const letter = this.#text[this.#at] ?? '';
    this.#at += 1;
    if (/[1-9kB]/.test(letter)) throw new Unknown();
    return Object.hasOwn(CLASSES, letter) ? (CLASSES[letter] ?? []) : [letter];
  }

  /** Reads the inside of brackets. */
  #set(): readonly string[] {
    const isNot = this.#taken('^');
    const found: string[] = [];
    while (!this.#taken(']')) {
      if (this.isAtEnd) throw new Unknown();
      const one = this.#taken('\\') ? this.#escaped() : [this.#next()];
      const [first] = one;
      const isRange = /^-[^\]]/.test(this.#text.slice(this.#at)) && one.length === 1;
      if (!isRange || first === undefined) found.push(...one);
      else {
        this.#at += 1;
        const [last = first] = this.#taken('\\') ? this.#escaped() : [this.#next()];
        found.push(...charactersFrom(first, last));
      }
    }
    // Letters are more readable than signs.
    const isAllowed = (each: string): boolean => found.includes(each) !== isNot;
    const readable = VISIBLE.filter(isAllowed);
    return readable.length > 0 || isNot ? readable : found;
  }

  #next(): string {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) ?? 0);
    this.#at += character.length;
    return character;
  }
}

/** Maximum number of repetitions, against `a{99999999}` in a document. */
const MOST = 10_000;

/** Writes a text: `more` repetitions where the expression allows them, and the `nth` character of each class. */
const write = (piece: Piece, nth: number, more: number): string => {
  if (piece.kind === 'one') {
    if (piece.from.length === 0) throw new Unknown();
    return piece.from[nth % piece.from.length] ?? '';
  }
  const sequence = piece.of[nth % piece.of.length] ?? [];
  return sequence
    .map(({ piece: inside, min, max }) => {
      const count = Math.min(max, Math.max(min, more), MOST);
      return Array.from({ length: count }, (_, index) => write(inside, nth + index, more)).join('');
    })
    .join('');
};

/**
 * Returns texts that a regular expression probably matches, shortest first; none for an expression that isn't
 * simple. The caller tries them.
 */
export function textsOfPattern(pattern: string, nth: number): string[] {
  try {
    const reader = new PatternReader(pattern);
    const whole = reader.choice();
    if (!reader.isAtEnd) return [];
    return [0, 1, 2, 3, 5, 8, 12, 20, 36, 64].flatMap((more) => [
      write(whole, nth, more),
      write(whole, nth + 1, more),
    ]);
  } catch (error) {
    if (error instanceof Unknown) return [];
    throw error;
  }
}
