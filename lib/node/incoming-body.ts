import { Buffer } from './node-api.js';
import type { ResponseBytes } from './response-bytes.js';
import { sizeError } from './size-error.js';
import { UNREAD } from './unread.js';

/** The other end of an incoming body. */
export interface Wire {
  /** What the response says of its length. */
  readonly declaredLength: number | undefined;
  abort(reason: unknown): void;
  resume(): void;
  /** Nothing more will come. */
  finished(): void;
}

/** What is kept of a body that nobody has asked for; then the sender has to wait. */
const HIGH_WATER = 64 * 1024;
/** A rest that is smaller than this is let come, so that the connection can be used again. */
const SMALL_REST = 64 * 1024;

interface Waiting {
  resolve(chunk: Uint8Array | undefined): void;
  reject(reason: unknown): void;
}

type State = 'open' | 'ended' | 'failed' | 'discarded';

/** The body of a response as it comes from the wire. Only its reader keeps it alive, and not the wire. */
export class IncomingBody implements ResponseBytes {
  readonly #wire: Wire;
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #arrived = 0;
  #state: State = 'open';
  #reason: unknown;
  #paused = false;
  /** Someone waits for the whole of it. */
  #wanted = false;
  #waiting: Waiting | undefined;
  #owner: object | undefined;
  #registered = false;

  /** @param limit The most bytes that may come. */
  constructor(wire: Wire, limit: number) {
    this.#wire = wire;
    this.#limit = limit;
  }

  /** How many bytes are here, when all are. */
  get completeSize(): number | undefined {
    return this.#state === 'ended' ? this.#held : undefined;
  }

  /** Why no more will come, when that is not the end. */
  get failure(): { readonly reason: unknown } | undefined {
    return this.#state === 'failed' ? { reason: this.#reason } : undefined;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** When this is collected while the body is still held back, nobody can ask for the rest any more. */
  ownedBy(owner: object): void {
    this.#unregister();
    if (this.#state !== 'open') return;
    this.#owner = owner;
    if (this.#paused) this.#disown();
  }

  /** Whether more may come at once. */
  push(chunk: Uint8Array): boolean {
    this.#arrived += chunk.length;
    if (this.#state === 'discarded') return true;
    if (this.#arrived > this.#limit) {
      const error = sizeError(this.#limit);
      this.fail(error);
      this.#wire.abort(error);
      return true;
    }
    const waiting = this.#waiting;
    if (waiting && !this.#wanted) {
      this.#waiting = undefined;
      waiting.resolve(chunk);
      return true;
    }
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#wanted || this.#held < HIGH_WATER) return true;
    this.#paused = true;
    this.#disown();
    return false;
  }

  end(): void {
    if (this.#state === 'open') this.#finish('ended');
  }

  fail(reason: unknown): void {
    if (this.#state !== 'open') return;
    this.#reason = reason;
    this.#chunks = [];
    this.#finish('failed');
  }

  next(): Promise<Uint8Array | undefined> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#held -= chunk.length;
      return Promise.resolve(chunk);
    }
    if (this.#state === 'failed') return Promise.reject(this.#reason);
    if (this.#state !== 'open') return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#flow();
    });
  }

  whole(): Promise<Uint8Array> {
    if (this.#state === 'ended') return Promise.resolve(this.#take());
    if (this.#state !== 'open') return Promise.reject(this.#reason);
    this.#wanted = true;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve: () => resolve(this.#take()), reject };
      this.#flow();
    });
  }

  cancel(reason?: unknown): void {
    this.#chunks = [];
    if (this.#state !== 'open') return;
    const rest = (this.#wire.declaredLength ?? Infinity) - this.#arrived;
    this.#reason = reason;
    this.#finish('discarded');
    if (rest <= SMALL_REST) this.#flow();
    else this.#wire.abort(reason);
  }

  #finish(state: State): void {
    const waiting = this.#waiting;
    this.#state = state;
    this.#waiting = undefined;
    this.#owner = undefined;
    this.#unregister();
    if (state === 'failed') waiting?.reject(this.#reason);
    else waiting?.resolve(undefined);
    this.#wire.finished();
  }

  #flow(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#wire.resume();
  }

  #disown(): void {
    if (!this.#owner) return;
    UNREAD.register(this.#owner, this, this);
    this.#registered = true;
    this.#owner = undefined;
  }

  #unregister(): void {
    if (this.#registered) UNREAD.unregister(this);
    this.#registered = false;
  }

  #take(): Uint8Array {
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, this.#held);
  }
}
