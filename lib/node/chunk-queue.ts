import { Buffer } from './node-api.js';

/** Pieces of a body that have come and were not read yet. */
export class ChunkQueue {
  #chunks: Uint8Array[] = [];
  #size = 0;

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  shift(): Uint8Array | undefined {
    const chunk = this.#chunks.shift();
    if (chunk) this.#size -= chunk.length;
    return chunk;
  }

  clear(): void {
    this.#chunks = [];
    this.#size = 0;
  }

  /** All of it in one piece. */
  takeAll(): Uint8Array {
    const chunks = this.#chunks;
    const size = this.#size;
    this.clear();
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
  }
}
