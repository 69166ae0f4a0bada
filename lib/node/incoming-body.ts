import { OwnedBody } from './cleanup.js';
import { clearTimeout, setTimeout } from './node-api.js';
import { ChunkQueue, sizeError, type TrackedBytes } from './response-bytes.js';

/** Controls the connection of an incoming body. */
export interface ConnectionControl {
  /** Value of the Content-Length header in bytes; undefined without one. */
  readonly declaredLength: number | undefined;
  abort(reason: unknown): void;
  resume(): void;
  /** Called when the body has arrived and was read or dropped. */
  finished(): void;
}

/** Bytes to buffer before the connection is paused. */
const HIGH_WATER = 64 * 1024;
/** A body whose unread rest is at most this many bytes is received, so that the connection can be reused. */
const SMALL_REST = 64 * 1024;
/** Milliseconds to wait for this rest. A longer wait costs more than a new connection. */
const DRAIN_TIME = 500;

const ENDED = /* @__PURE__ */ Promise.resolve();

interface PendingRead {
  /** Whether the reader waits for the whole body instead of the next chunk. */
  readonly forAll: boolean;
  resolve(chunk: Uint8Array | undefined): void;
  reject(reason: unknown): void;
}

/** State of a body that is read. */
export type BodyState = 'open' | 'ended' | 'failed' | 'discarded';

/**
 * The body of a response as it is received. Its reader keeps it alive, or a promise for one of its chunks.
 */
export class IncomingBody extends OwnedBody implements TrackedBytes {
  readonly #connection: ConnectionControl;
  readonly #limit: number;
  readonly #held = new ChunkQueue();
  #arrived = 0;
  #state: BodyState = 'open';
  #reason: unknown;
  #paused = false;
  #waiting: PendingRead | undefined;
  #failureListener: ((reason: unknown) => void) | undefined;
  #draining: unknown;

  /**
   * Creates the body.
   *
   * @param limit Maximum number of bytes to receive.
   */
  constructor(connection: ConnectionControl, limit: number) {
    super();
    this.#connection = connection;
    this.#limit = limit;
  }

  get arrived(): number {
    return this.#arrived;
  }

  get size(): number {
    return this.#arrived - this.#held.size;
  }

  /** Number of buffered bytes if the whole body has arrived, else undefined. */
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

  override closeConnection(reason: unknown): void {
    if (!this.isOpen) return;
    this.fail(reason);
    this.#connection.abort(reason);
  }

  whenFailed(listener: (reason: unknown) => void): void {
    if (this.#state === 'failed') listener(this.#reason);
    else this.#failureListener = listener;
  }

  /** Adds a chunk. Returns whether more data can be sent at once. */
  push(chunk: Uint8Array): boolean {
    this.#arrived += chunk.length;
    if (this.#state !== 'open') return true;
    if (this.#arrived > this.#limit) {
      this.closeConnection(sizeError(this.#limit));
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
      if (this.isOver) this.#connection.finished();
      return Promise.resolve(chunk);
    }
    if (this.#state === 'failed') return Promise.reject(this.#reason);
    if (this.#state !== 'open') return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting = { forAll: false, resolve, reject };
      this.#flow();
    });
  }

  /** Marks that the body will be read to its end, so its owner can be collected. */
  keep(): void {
    this.freed();
  }

  whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    this.keep();
    if (this.#state !== 'open' && this.#state !== 'ended') return Promise.reject(this.#reason);
    // Not synchronously: an abort right after the call must still apply.
    return this.#end().then(() => made(this.#taken()));
  }

  cancel(reason?: unknown): void {
    const wasOpen = this.isOpen;
    if (this.isOver) this.#connection.finished();
    else this.#lose('discarded', reason);
    if (!wasOpen) return;
    this.#drain(reason);
    this.#flow();
  }

  /** Receives the unwanted rest, or closes the connection. */
  #drain(reason: unknown): void {
    const rest = (this.#connection.declaredLength ?? Infinity) - this.#arrived;
    if (rest <= SMALL_REST) this.#draining = setTimeout(() => this.#connection.abort(reason), DRAIN_TIME);
    else this.#connection.abort(reason);
  }

  #lose(state: 'failed' | 'discarded', reason: unknown): void {
    this.#reason = reason;
    this.#held.clear();
    this.#finish(state);
  }

  #finish(state: BodyState): void {
    const waiting = this.#waiting;
    const listener = this.#failureListener;
    this.#state = state;
    this.#waiting = undefined;
    this.#failureListener = undefined;
    this.freed();
    if (state !== 'failed') waiting?.resolve(undefined);
    else if (waiting) waiting.reject(this.#reason);
    else listener?.(this.#reason);
    if (this.isOver) this.#connection.finished();
  }

  #flow(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#connection.resume();
  }

  /** Resolves when the whole body has arrived. Rejects if it fails. */
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
    this.#connection.finished();
    return bytes;
  }
}
