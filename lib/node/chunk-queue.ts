import { Buffer, type Bytes } from './node-api.js';

/** In bytes. What is smaller is copied: kept as it came, each piece costs an object and the socket's buffer behind it. */
const SMALL = 16 * 1024;
/** What small pieces are copied into, in bytes: it grows with what is held. */
const LEAST_BLOCK = 1024;
const MOST_BLOCK = 64 * 1024;

/** Pieces of a body that have come and were not read yet. However small they came, what they cost is their bytes. */
export class ChunkQueue {
  #pieces: Uint8Array[] = [];
  /** The last of them, to which small ones are added. */
  #block: Bytes | undefined;
  #filled = 0;
  #size = 0;

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    // The first is kept as it came: most bodies are one piece.
    if (length >= SMALL || this.#size === 0) this.#keep(chunk);
    else this.#add(chunk);
    this.#size += length;
  }

  shift(): Uint8Array | undefined {
    this.#close();
    const piece = this.#pieces.shift();
    if (piece) this.#size -= piece.length;
    return piece;
  }

  clear(): void {
    this.#pieces = [];
    this.#block = undefined;
    this.#size = 0;
  }

  /** All of it in one piece. */
  takeAll(): Uint8Array {
    this.#close();
    const pieces = this.#pieces;
    const size = this.#size;
    this.clear();
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces, size);
  }

  #keep(piece: Uint8Array): void {
    this.#close();
    if (piece.length > 0) this.#pieces.push(piece);
  }

  #add(piece: Uint8Array): void {
    if (!this.#block || this.#filled + piece.length > this.#block.length) this.#open(piece.length);
    this.#block?.set(piece, this.#filled);
    this.#filled += piece.length;
  }

  /** Begins a block with room for so many bytes, after those of a small piece before it. */
  #open(room: number): void {
    this.#close();
    const before = this.#pieces.at(-1);
    const start = before && before.length < SMALL ? before : undefined;
    if (start) this.#pieces.pop();
    this.#filled = start?.length ?? 0;
    const fitting = Math.min(Math.max(2 * this.#size, LEAST_BLOCK), MOST_BLOCK);
    this.#block = Buffer.allocUnsafe(Math.max(fitting, this.#filled + room));
    if (start) this.#block.set(start);
  }

  #close(): void {
    if (this.#block) this.#pieces.push(this.#block.subarray(0, this.#filled));
    this.#block = undefined;
  }
}

/** All pieces in one, read until there are no more. */
export async function joined(next: () => Promise<Uint8Array | undefined>): Promise<Uint8Array> {
  const all = new ChunkQueue();
  for (let piece = await next(); piece; piece = await next()) all.push(piece);
  return all.takeAll();
}
