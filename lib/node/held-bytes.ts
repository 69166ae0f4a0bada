import type { TrackedBytes } from './tracked-bytes.js';

/** The bytes of a body that is in memory already. */
export class HeldBytes implements TrackedBytes {
  readonly #over: () => void;
  #bytes: Uint8Array | undefined;
  #size = 0;
  #failure: { readonly reason: unknown } | undefined;

  /** @param over Called when nothing more will be read. */
  constructor(bytes: Uint8Array, over: () => void) {
    this.#bytes = bytes;
    this.#over = over;
  }

  get size(): number {
    return this.#size;
  }

  get isOver(): boolean {
    return this.#bytes === undefined;
  }

  get isComplete(): boolean {
    return this.isOver && !this.#failure;
  }

  get failure(): { readonly reason: unknown } | undefined {
    return this.#failure;
  }

  async next(): Promise<Uint8Array | undefined> {
    if (this.#failure) throw this.#failure.reason;
    const bytes = this.#bytes;
    this.#size = bytes?.length ?? this.#size;
    this.cancel();
    return Promise.resolve(bytes);
  }

  async whole(): Promise<Uint8Array> {
    return (await this.next()) ?? new Uint8Array(0);
  }

  cancel(): void {
    if (this.isOver) return;
    this.#bytes = undefined;
    this.#over();
  }

  fail(reason: unknown): void {
    if (this.isOver) return;
    this.#failure = { reason };
    this.cancel();
  }

  whenFailed(): void {
    // What is here can only be aborted, and whoever asks for it then is told.
  }

  ownedBy(): void {
    // Nothing waits for its reader.
  }
}
