import type { RequestBody } from './request-body.js';

/** A Blob, read piece by piece: it may stand for a file that is larger than the memory. */
export class BlobBody implements RequestBody {
  readonly type: string | null;
  readonly length: number;
  readonly replayable = true;
  readonly #blob: Blob;

  constructor(blob: Blob, type: string | null = blob.type || null) {
    this.#blob = blob;
    this.type = type;
    this.length = blob.size;
  }

  open(): AsyncIterable<Uint8Array> {
    return this.#blob.stream();
  }

  cancel(): void {
    // Each stream of it ends with the request that reads it.
  }
}
