import { checkSize, type Framing, Utf8 } from '../../streaming.js';

/** Any character but those that JSON takes for white space. */
const NOT_BLANK = /[^ \t\r]/;

/** A line is an item; blank lines are none. What is left at the end is a line, too. */
export class LineFraming implements Framing<string> {
  readonly #decoder = new Utf8();
  readonly #maxSize: number;
  /** The pieces of a line whose end has not come: joined once, as a line may come in a thousand pieces. */
  #pieces: string[] = [];
  #size = 0;

  /** @param maxSize Characters. */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  push(bytes: Uint8Array, tell: (line: string) => void): void {
    this.#take(this.#decoder.decode(bytes), tell);
  }

  end(tell: (line: string) => void): void {
    this.#take(this.#decoder.decode(), tell);
    this.#endLine('', tell);
  }

  #take(text: string, tell: (line: string) => void): void {
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      this.#endLine(text.slice(start, end), tell);
      start = end + 1;
    }
    if (start < text.length) this.#keep(text.slice(start));
  }

  #keep(piece: string): void {
    this.#size += piece.length;
    checkSize(this.#size, this.#maxSize);
    this.#pieces.push(piece);
  }

  #endLine(piece: string, tell: (line: string) => void): void {
    checkSize(this.#size + piece.length, this.#maxSize);
    const line = this.#pieces.length > 0 ? this.#pieces.join('') + piece : piece;
    this.#pieces = [];
    this.#size = 0;
    if (NOT_BLANK.test(line)) tell(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
