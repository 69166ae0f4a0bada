import { type FailedItem, type Format, type Framing, type Item, TooLarge } from '../../streaming.js';

/** Counts the bytes of a body, and hands them on as they are. */
class ByteFraming implements Framing<Uint8Array> {
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  push(bytes: Uint8Array, tell: (bytes: Uint8Array) => void): void {
    this.#size += bytes.byteLength;
    if (this.#size > this.#maxSize)
      throw new TooLarge(`answered with a body of more than ${String(this.#maxSize)} bytes`);
    tell(bytes);
  }

  end(): void {
    // There is nothing that could be left.
  }
}

/** Each chunk is an item. */
export class ByteFormat implements Format<Uint8Array, Item<Uint8Array>> {
  readonly hasEndMark = false;
  readonly failure = undefined;
  readonly #maxSize: number;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  frame(): Framing<Uint8Array> {
    return new ByteFraming(this.#maxSize);
  }

  item(data: Uint8Array): Item<Uint8Array> {
    return { data, error: null };
  }

  isLast(): boolean {
    return false;
  }

  failed(error: FailedItem['error']): FailedItem {
    return { data: null, error, ended: true };
  }
}
