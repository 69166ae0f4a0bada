import type { IncomingBody } from './incoming-body.js';
import type { ResourceTiming } from './resource-timing.js';
import type { TrackedBytes } from './tracked-bytes.js';

/** What is left of a call when the caller has the response: its body is read, or not. */
export class Reading {
  readonly #status: number;
  readonly #body: IncomingBody;
  readonly #bytes: TrackedBytes;
  #timing: ResourceTiming | undefined;

  /**
   * @param body As it comes.
   * @param bytes As the caller reads them.
   */
  constructor(status: number, body: IncomingBody, bytes: TrackedBytes, timing: ResourceTiming) {
    this.#status = status;
    this.#body = body;
    this.#bytes = bytes;
    this.#timing = timing;
  }

  /** Whether nothing is left to read. */
  get isOver(): boolean {
    return this.#bytes.isOver;
  }

  /** Whether more is to come. */
  get isOnWire(): boolean {
    return this.#body.isOpen;
  }

  fail(reason: unknown): void {
    this.#bytes.fail(reason);
  }

  /** Leaves the timing of the call, once, when the whole was read. */
  finished(): void {
    if (!this.#bytes.isComplete) return;
    const { size } = this.#bytes;
    this.#timing?.mark(this.#status, { encoded: this.#body.arrived, decoded: size });
    this.#timing = undefined;
  }
}
