import { Buffer, clearTimeout, setTimeout } from './node-api.js';
import type { ResponseBytes } from './response-bytes.js';
import { sizeError } from './size-error.js';
import { atTurnEnd } from './turn-end.js';
import { UNREAD } from './unread.js';

/** The other end of an incoming body. */
export interface Wire {
  /** What the response says of its length. */
  readonly declaredLength: number | undefined;
  abort(reason: unknown): void;
  resume(): void;
  /** Nothing more will come, and nothing that came is left. */
  finished(): void;
}

/** What is kept of a body that nobody has asked for; then the sender has to wait. */
const HIGH_WATER = 64 * 1024;
/** A rest that is smaller than this is let come, so that the connection can be used again. */
const SMALL_REST = 64 * 1024;
/** How long that may take, in milliseconds; a new connection costs less than that. */
const DRAIN_TIME = 500;

interface Waiting {
  resolve(chunk: Uint8Array | undefined): void;
  reject(reason: unknown): void;
}

type State = 'open' | 'ended' | 'failed' | 'discarded';

/** The body of a response as it comes from the wire. Its reader keeps it alive, or whoever waits for a piece of it. */
export class IncomingBody implements ResponseBytes {
  readonly #wire: Wire;
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #held = 0;
  #arrived = 0;
  #state: State = 'open';
  #reason: unknown;
  #paused = false;
  /** Someone reads it to its end, so that it is of use whoever else is collected. */
  #kept = false;
  /** Someone waits for the whole of it. */
  #wanted = false;
  #waiting: Waiting | undefined;
  #failureListener: ((reason: unknown) => void) | undefined;
  #owner: object | undefined;
  #registered = false;
  #draining: unknown;

  /** @param limit The most bytes that may come. */
  constructor(wire: Wire, limit: number) {
    this.#wire = wire;
    this.#limit = limit;
  }

  /** How many bytes have come. */
  get arrived(): number {
    return this.#arrived;
  }

  get size(): number {
    return this.#arrived - this.#held;
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

  get isOver(): boolean {
    return this.#state !== 'open' && this.#held === 0;
  }

  get isComplete(): boolean {
    return this.#state === 'ended' && this.#held === 0;
  }

  /** When this is collected while more is to come, nobody can ask for it any more. */
  ownedBy(owner: object): void {
    this.#unregister();
    if (this.#state !== 'open' || this.#kept) return;
    // Until the end of the turn it is kept alive: most bodies are here by then, and need no watch.
    if (!this.#owner) atTurnEnd(this);
    this.#owner = owner;
  }

  turnEnded(): void {
    if (!this.#owner) return;
    UNREAD.register(this.#owner, this, this);
    this.#registered = true;
    this.#owner = undefined;
  }

  /** Who could have read it was collected. */
  drop(): void {
    if (this.#state !== 'open') return;
    const reason = new Error('The response was dropped before its body was read.');
    this.fail(reason);
    this.#wire.abort(reason);
  }

  whenFailed(listener: (reason: unknown) => void): void {
    if (this.#state === 'failed') listener(this.#reason);
    else this.#failureListener = listener;
  }

  /** Whether more may come at once. */
  push(chunk: Uint8Array): boolean {
    this.#arrived += chunk.length;
    if (this.#state !== 'open') return true;
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
    return false;
  }

  end(): void {
    clearTimeout(this.#draining);
    if (this.#state === 'open') this.#finish('ended');
  }

  fail(reason: unknown): void {
    clearTimeout(this.#draining);
    if (this.#state !== 'open' && (this.#state !== 'ended' || this.#held === 0)) return;
    this.#reason = reason;
    this.#chunks = [];
    this.#held = 0;
    this.#finish('failed');
  }

  next(): Promise<Uint8Array | undefined> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#held -= chunk.length;
      if (this.isOver) this.#wire.finished();
      return Promise.resolve(chunk);
    }
    if (this.#state === 'failed') return Promise.reject(this.#reason);
    if (this.#state !== 'open') return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#flow();
    });
  }

  /** Someone will read it to its end, and may be held by nothing but what waits for its pieces. */
  keep(): void {
    this.#kept = true;
    this.#owner = undefined;
    this.#unregister();
  }

  whole(): Promise<Uint8Array> {
    this.keep();
    // Not at once: an abort right after the call still counts.
    if (this.#state === 'ended') return Promise.resolve().then(() => this.#taken());
    if (this.#state !== 'open') return Promise.reject(this.#reason);
    this.#wanted = true;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve: () => resolve(this.#take()), reject };
      this.#flow();
    });
  }

  cancel(reason?: unknown): void {
    if (this.#state === 'ended' && this.#held > 0) {
      this.#state = 'discarded';
      this.#reason = reason;
    }
    this.#chunks = [];
    this.#held = 0;
    if (this.#state !== 'open') {
      this.#wire.finished();
      return;
    }
    const rest = (this.#wire.declaredLength ?? Infinity) - this.#arrived;
    this.#reason = reason;
    this.#finish('discarded');
    if (rest > SMALL_REST) {
      this.#wire.abort(reason);
      return;
    }
    this.#draining = setTimeout(() => this.#wire.abort(reason), DRAIN_TIME);
    this.#flow();
  }

  #finish(state: State): void {
    const waiting = this.#waiting;
    const listener = this.#failureListener;
    this.#state = state;
    this.#waiting = undefined;
    this.#failureListener = undefined;
    this.#owner = undefined;
    this.#unregister();
    if (state !== 'failed') waiting?.resolve(undefined);
    else if (waiting) waiting.reject(this.#reason);
    else listener?.(this.#reason);
    if (this.isOver) this.#wire.finished();
  }

  #flow(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#wire.resume();
  }

  #unregister(): void {
    if (this.#registered) UNREAD.unregister(this);
    this.#registered = false;
  }

  #taken(): Uint8Array {
    if (this.#state === 'ended') return this.#take();
    throw this.#reason;
  }

  #take(): Uint8Array {
    const chunks = this.#chunks;
    const size = this.#held;
    this.#chunks = [];
    this.#held = 0;
    if (this.#state === 'ended') this.#wire.finished();
    return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);
  }
}
