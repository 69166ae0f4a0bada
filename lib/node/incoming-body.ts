import { OwnedBody } from './cleanup.js';
import { clearTimeout, setTimeout } from './node-api.js';
import { ChunkQueue, sizeError, type TrackedBytes } from './response-bytes.js';

/** The other end of an incoming body. */
export interface ConnectionControl {
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

const ENDED = /* @__PURE__ */ Promise.resolve();

interface Waiting {
  /** Whether for the end, and not for the next piece. */
  readonly forAll: boolean;
  resolve(chunk: Uint8Array | undefined): void;
  reject(reason: unknown): void;
}

type State = 'open' | 'ended' | 'failed' | 'discarded';

/** The body of a response as it comes from the wire. Its reader keeps it alive, or whoever waits for a piece of it. */
export class IncomingBody extends OwnedBody implements TrackedBytes {
  readonly #wire: ConnectionControl;
  readonly #limit: number;
  readonly #held = new ChunkQueue();
  #arrived = 0;
  #state: State = 'open';
  #reason: unknown;
  #paused = false;
  #waiting: Waiting | undefined;
  #failureListener: ((reason: unknown) => void) | undefined;
  #draining: unknown;

  /** @param limit The most bytes that may come. */
  constructor(wire: ConnectionControl, limit: number) {
    super();
    this.#wire = wire;
    this.#limit = limit;
  }

  get arrived(): number {
    return this.#arrived;
  }

  get size(): number {
    return this.#arrived - this.#held.size;
  }

  /** How many bytes are here, when all are. */
  get completeSize(): number | undefined {
    return this.#state === 'ended' ? this.#held.size : undefined;
  }

  get failure(): { readonly reason: unknown } | undefined {
    return this.#state === 'failed' ? { reason: this.#reason } : undefined;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get isOver(): boolean {
    return this.#state !== 'open' && this.#held.size === 0;
  }

  get isComplete(): boolean {
    return this.#state === 'ended' && this.#held.size === 0;
  }

  override hangUp(reason: unknown): void {
    if (!this.isOpen) return;
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
      this.hangUp(sizeError(this.#limit));
      return true;
    }
    const waiting = this.#waiting;
    if (waiting && !waiting.forAll) {
      this.#waiting = undefined;
      waiting.resolve(chunk);
      return true;
    }
    this.#held.push(chunk);
    if (waiting || this.#held.size < HIGH_WATER) return true;
    this.#paused = true;
    return false;
  }

  end(): void {
    clearTimeout(this.#draining);
    if (this.#state === 'open') this.#finish('ended');
  }

  fail(reason: unknown): void {
    clearTimeout(this.#draining);
    if (!this.isOver) this.#lose('failed', reason);
  }

  next(): Promise<Uint8Array | undefined> {
    const chunk = this.#held.shift();
    if (chunk) {
      if (this.isOver) this.#wire.finished();
      return Promise.resolve(chunk);
    }
    if (this.#state === 'failed') return Promise.reject(this.#reason);
    if (this.#state !== 'open') return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { forAll: false, resolve, reject };
      this.#flow();
    });
  }

  /** Someone will read it to its end, and may be held by nothing but what waits for its pieces. */
  keep(): void {
    this.freed();
  }

  whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    this.keep();
    if (this.#state !== 'open' && this.#state !== 'ended') return Promise.reject(this.#reason);
    // Not at once: an abort right after the call still counts.
    return this.#end().then(() => made(this.#taken()));
  }

  cancel(reason?: unknown): void {
    const wasOpen = this.isOpen;
    if (this.isOver) this.#wire.finished();
    else this.#lose('discarded', reason);
    if (!wasOpen) return;
    this.#drain(reason);
    this.#flow();
  }

  /** Lets the rest come that nobody wants, or hangs up. */
  #drain(reason: unknown): void {
    const rest = (this.#wire.declaredLength ?? Infinity) - this.#arrived;
    if (rest <= SMALL_REST) this.#draining = setTimeout(() => this.#wire.abort(reason), DRAIN_TIME);
    else this.#wire.abort(reason);
  }

  #lose(state: 'failed' | 'discarded', reason: unknown): void {
    this.#reason = reason;
    this.#held.clear();
    this.#finish(state);
  }

  #finish(state: State): void {
    const waiting = this.#waiting;
    const listener = this.#failureListener;
    this.#state = state;
    this.#waiting = undefined;
    this.#failureListener = undefined;
    this.freed();
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

  /** Rejects where it fails first. */
  #end(): Promise<unknown> {
    if (this.#state === 'ended') return ENDED;
    return new Promise((resolve, reject) => {
      this.#waiting = { forAll: true, resolve, reject };
      this.#flow();
    });
  }

  #taken(): Uint8Array {
    if (this.#state !== 'ended') throw this.#reason;
    const bytes = this.#held.takeAll();
    this.#wire.finished();
    return bytes;
  }
}
