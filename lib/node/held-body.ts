import { Buffer } from './node-api.js';
import type { RequestBody } from './request-body.js';

/** A body that is in memory already. */
export class HeldBody implements RequestBody {
  readonly type: string | null;
  readonly length: number;
  readonly replayable = true;
  readonly #payload: string | Uint8Array;

  constructor(payload: string | Uint8Array, type: string | null) {
    this.#payload = payload;
    this.type = type;
    this.length = typeof payload === 'string' ? Buffer.byteLength(payload) : payload.length;
  }

  open(): string | Uint8Array {
    return this.#payload;
  }

  cancel(): void {
    // Nothing is held open.
  }
}
