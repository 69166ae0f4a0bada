import { checkSize, type Framing, Utf8 } from '../../streaming.js';

/** A text of a sequence. */
export interface SequenceText {
  readonly text: string;
  /** Whether its end may be missing: `12` with no white space behind it may be the beginning of `123`. */
  readonly isCut: boolean;
}

const RECORD_SEPARATOR = '\u001e';

/** The characters that say how deep a JSON text is. */
const NESTING = /["\\[\]{}]/g;

/** Where a JSON text stands that comes in pieces: a line feed ends it only outside of everything that was opened. */
class Nesting {
  #depth = 0;
  #isInString = false;
  /** Whether the last character of a piece was a backslash in a string. */
  #isEscaped = false;

  /** Whether everything that was opened is closed after this piece. */
  isClosedAfter(piece: string): boolean {
    let skip = this.#isEscaped ? 0 : -1;
    this.#isEscaped = false;
    for (const { 0: mark, index } of piece.matchAll(NESTING)) {
      if (index === skip) continue;
      if (mark === '\\') {
        skip = this.#isInString ? index + 1 : skip;
        this.#isEscaped = skip === piece.length;
      } else if (mark === '"') this.#isInString = !this.#isInString;
      else if (!this.#isInString) this.#depth += mark === '[' || mark === '{' ? 1 : -1;
    }
    return this.#depth <= 0 && !this.#isInString;
  }
}

/** JSON texts, each between a record separator and a line feed: RFC 7464. */
export class SequenceFraming implements Framing<SequenceText> {
  readonly #decoder = new Utf8();
  readonly #maxSize: number;
  #pieces: string[] = [];
  #size = 0;
  #nesting = new Nesting();

  /** @param maxSize Characters. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  push(bytes: Uint8Array, tell: (text: SequenceText) => void): void {
    this.#take(this.#decoder.decode(bytes), tell);
  }

  end(tell: (text: SequenceText) => void): void {
    this.#take(this.#decoder.decode(), tell);
    this.#endText(true, tell);
  }

  #take(text: string, tell: (text: SequenceText) => void): void {
    for (const [count, record] of text.split(RECORD_SEPARATOR).entries()) {
      if (count > 0) this.#endText(true, tell);
      this.#takeLines(record, tell);
    }
  }

  #takeLines(record: string, tell: (text: SequenceText) => void): void {
    let start = 0;
    for (let end = record.indexOf('\n'); end !== -1; end = record.indexOf('\n', start)) {
      const isClosed = this.#keep(record.slice(start, end + 1));
      if (isClosed) this.#endText(false, tell);
      start = end + 1;
    }
    if (start < record.length) this.#keep(record.slice(start));
  }

  /** Whether the text is closed after this piece of it. */
  #keep(piece: string): boolean {
    this.#size += piece.length;
    checkSize(this.#size, this.#maxSize);
    this.#pieces.push(piece);
    return this.#nesting.isClosedAfter(piece);
  }

  #endText(isCut: boolean, tell: (text: SequenceText) => void): void {
    const piece = this.#pieces.join('');
    const text = piece.trim();
    this.#pieces = [];
    this.#size = 0;
    this.#nesting = new Nesting();
    if (text !== '') tell({ text, isCut: isCut && !/[ \t\r]$/.test(piece) });
  }
}
