import type { Coding } from './content-codings.js';
import { decodedAtOnce } from './decoded-at-once.js';
import type { IncomingBody } from './incoming-body.js';
import { joined } from './chunk-queue.js';
import type { Duplex } from './node-api.js';
import { sizeError } from './size-error.js';
import type { TrackedBytes } from './tracked-bytes.js';
import { undone, type Undoing } from './undone.js';

/** Compressed, in bytes: what may be decompressed at once. */
const SMALL = 16 * 1024;

const piecesOf = async function* (
  first: Uint8Array | undefined,
  body: IncomingBody,
): AsyncGenerator<Uint8Array> {
  for (let chunk = first ?? (await body.next()); chunk; chunk = await body.next()) yield chunk;
};

type State = 'open' | 'ended' | 'failed' | 'discarded';

/** A compressed body, decompressed as it is read; at most `limit` bytes come out of each of its codings. */
export class DecodedBody implements TrackedBytes {
  readonly #body: IncomingBody;
  readonly #codings: readonly Coding[];
  readonly #limit: number;
  readonly #over: () => void;
  readonly #streams: Duplex[] = [];
  #size = 0;
  #pieces: AsyncIterator<Uint8Array> | undefined;
  #state: State = 'open';
  #reason: unknown;
  #failureListener: ((reason: unknown) => void) | undefined;

  /** @param over Called when nothing more will be read. */
  constructor(body: IncomingBody, codings: readonly Coding[], limit: number, over: () => void) {
    this.#body = body;
    this.#codings = codings;
    this.#limit = limit;
    this.#over = over;
  }

  get size(): number {
    return this.#size;
  }

  get isOver(): boolean {
    return this.#state !== 'open';
  }

  get isComplete(): boolean {
    return this.#state === 'ended';
  }

  get failure(): { readonly reason: unknown } | undefined {
    return this.#state === 'failed' ? { reason: this.#reason } : undefined;
  }

  ownedBy(owner: object): void {
    this.#body.ownedBy(owner);
  }

  whenFailed(listener: (reason: unknown) => void): void {
    this.#failureListener = listener;
    this.#body.whenFailed((reason) => this.fail(reason));
  }

  async next(): Promise<Uint8Array | undefined> {
    const piece = this.isOver ? undefined : await this.#pulled();
    if (this.#state === 'failed') throw this.#reason;
    if (this.isOver) return undefined;
    if (piece) {
      this.#size += piece.length;
      return piece;
    }
    this.#finish('ended');
    return undefined;
  }

  async whole(): Promise<Uint8Array> {
    this.#body.keep();
    const { completeSize = Infinity } = this.#body;
    if (this.#state === 'open' && !this.#pieces && completeSize <= SMALL) {
      const bytes = await this.#body.whole();
      const decoded = this.isOver ? undefined : this.#atOnce(bytes);
      if (decoded) {
        this.#size = decoded.length;
        this.#finish('ended');
        return decoded;
      }
      this.#pieces = this.#open(bytes);
    }
    return joined(() => this.next());
  }

  cancel(reason?: unknown): void {
    if (!this.isOver) this.#stop('discarded', reason);
  }

  fail(reason: unknown): void {
    if (this.isOver) return;
    this.#reason = reason;
    this.#stop('failed', reason);
    this.#failureListener?.(reason);
  }

  /** Undefined at the end, and where it failed. */
  async #pulled(): Promise<Uint8Array | undefined> {
    this.#pieces ??= this.#open(undefined);
    try {
      const step = await this.#pieces.next();
      return step.done ? undefined : step.value;
    } catch (thrown) {
      this.fail(this.#meaning(thrown));
      return undefined;
    }
  }

  #stop(state: State, reason: unknown): void {
    this.#finish(state);
    this.#body.cancel(reason);
    for (const stream of this.#streams) stream.destroy();
  }

  #finish(state: State): void {
    this.#state = state;
    this.#over();
  }

  /** Undefined when it has to be read through streams. */
  #atOnce(bytes: Uint8Array): Uint8Array | undefined {
    try {
      return decodedAtOnce(this.#codings, bytes, this.#limit);
    } catch (thrown) {
      const reason = this.#meaning(thrown);
      this.fail(reason);
      throw reason;
    }
  }

  /** Nothing more is decompressed, in none of the codings. */
  #tooLarge(): TypeError {
    const error = sizeError(this.#limit);
    this.fail(error);
    return error;
  }

  #open(first: Uint8Array | undefined): AsyncIterator<Uint8Array> {
    const undoing: Undoing = {
      opened: (stream) => void this.#streams.push(stream),
      reached: (size) => {
        if (size > this.#limit) throw this.#tooLarge();
      },
      failed: (reason) => this.fail(this.#meaning(reason)),
    };
    return this.#codings.reduce(
      (source, coding) => undone(coding, source, undoing),
      piecesOf(first, this.#body),
    );
  }

  /** What the wire or an abort did is passed on; anything else is wrong with the bytes. */
  #meaning(cause: unknown): unknown {
    const { failure } = this.#body;
    return failure ? failure.reason : new TypeError('terminated', { cause });
  }
}
