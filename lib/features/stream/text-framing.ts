import { checkSize } from '../streaming/limits.js';
import { type Framing, Utf8 } from '../streaming/format.js';

/** A text that might be cut: `12` without white space after it might be the start of `123`. */
export interface CutText {
  readonly cut: string;
}

/** A raw item of a text format. */
export type RawText = string | CutText;

type Tell = (raw: RawText) => void;

/** Splits text that arrives in pieces. */
abstract class TextFraming implements Framing<RawText> {
  readonly #decoder = new Utf8();
  readonly #maxSize: number;
  /** Pieces of the incomplete item. Joined only once, because there can be thousands. */
  #pieces: string[] = [];
  #size = 0;

  /** @param maxSize Maximum size of an item in characters. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  push(bytes: Uint8Array, tell: Tell): void {
    this.take(this.#decoder.decode(bytes), tell);
  }

  end(tell: Tell): void {
    this.take(this.#decoder.decode(), tell);
    this.takeEnd(tell);
  }

  protected take(text: string, tell: Tell): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.takeLine(text.slice(start, end), tell);
      start = end + 1;
    }
    if (start < text.length) this.keep(text.slice(start));
  }

  /** Receives the end of a line, or a whole line, without its line feed. */
  protected abstract takeLine(piece: string, tell: Tell): void;

  /** Receives the end of the text. */
  protected abstract takeEnd(tell: Tell): void;

  protected keep(piece: string): void {
    this.#size += piece.length;
    checkSize(this.#size, this.#maxSize);
    this.#pieces.push(piece);
  }

  /** Returns the collected pieces with the last one, and clears them. */
  protected joined(last = ''): string {
    checkSize(this.#size + last.length, this.#maxSize);
    const text = this.#pieces.length > 0 ? this.#pieces.join('') + last : last;
    this.#pieces = [];
    this.#size = 0;
    return text;
  }
}

/** Any character that isn't white space in JSON. */
const NOT_BLANK = /[^ \t\r]/;

/** Splits text into lines. Blank lines are ignored. Text after the last line feed is a line too. */
export class LineFraming extends TextFraming {
  protected override takeLine(piece: string, tell: Tell): void {
    const line = this.joined(piece);
    if (NOT_BLANK.test(line)) tell(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  protected override takeEnd(tell: Tell): void {
    this.takeLine('', tell);
  }
}

const RECORD_SEPARATOR = '\u001e';

/** Characters that change the nesting depth of JSON. */
const NESTING = /["\\[\]{}]/g;

/**
 * Tracks the nesting depth of JSON that arrives in pieces: a line feed ends the text only outside strings, arrays and
 * objects.
 */
class DepthLimit {
  #depth = 0;
  #isInString = false;
  /** Whether the last character of a piece was a backslash in a string. */
  #isEscaped = false;

  /** Whether all strings, arrays and objects are closed after this piece. */
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

/** Splits text into JSON texts between a record separator and a line feed. RFC 7464. */
export class SequenceFraming extends TextFraming {
  #nesting = new DepthLimit();
  #isClosed = true;

  protected override take(text: string, tell: Tell): void {
    for (const [count, record] of text.split(RECORD_SEPARATOR).entries()) {
      if (count > 0) this.takeEnd(tell);
      super.take(record, tell);
    }
  }

  protected override takeLine(piece: string, tell: Tell): void {
    this.keep(`${piece}\n`);
    if (this.#isClosed) this.takeEnd(tell, false);
  }

  protected override takeEnd(tell: Tell, isCut = true): void {
    const kept = this.joined();
    const text = kept.trim();
    this.#nesting = new DepthLimit();
    if (text !== '') tell(isCut && !/[ \t\r]$/.test(kept) ? { cut: text } : text);
  }

  protected override keep(piece: string): void {
    super.keep(piece);
    this.#isClosed = this.#nesting.isClosedAfter(piece);
  }
}
