import type { RequestBody } from './request-body.js';

/** A body that is in memory already. */
export class HeldBody implements RequestBody {
  readonly type: string | null;
  readonly replayable = true;
  readonly #payload: string | Uint8Array;

  constructor(payload: string | Uint8Array, type: string | null) {
    this.#payload = payload;
    this.type = type;
  }

  open(): string | Uint8Array {
    return this.#payload;
  }

  cancel(): void {
    // Nothing is held open.
  }
}
