import {
  AbortError,
  type Clock,
  type Interruption,
  type OpenBody,
  ignoringErrors,
} from '../../core/internal.js';
import type { Framing } from './format.js';

/** Maximum milliseconds and bytes to read after the end mark. */
const DRAIN_MS = 1000;
const DRAIN_BYTES = 65_536;
const TOO_MUCH_LEFT = 'Data came after the end mark.';

/** How a connection ended. */
export type Ended =
  /** The body has ended. */
  | { readonly type: 'end' }
  /** The body failed, or its framing found an error. */
  | { readonly type: 'failed'; readonly thrown: unknown }
  /** No bytes arrived within the idle timeout. */
  | { readonly type: 'idle' };

/** The body of one response of a stream, read chunk by chunk. */
export class Connection<TRaw> {
  readonly #body: OpenBody;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #framing: Framing<TRaw>;
  readonly #tell: (raw: TRaw) => void;
  readonly #idleTimeout: number;
  readonly #clock: Clock;
  readonly #forget: () => void;
  #timer: unknown;
  /** When the pending read times out. */
  #due: number | undefined;
  /** Whether bytes that arrived while the thread was busy could be read since the timeout. */
  #isSure = false;
  #isIdle = false;

  /**
   * @param tell Receives each raw item while `read` runs.
   * @param interrupt Called when the request is ended early.
   * @param idleTimeout Milliseconds without bytes; 0 for no limit.
   */
  constructor(
    body: OpenBody,
    bytes: ReadableStream<Uint8Array>,
    framing: Framing<TRaw>,
    tell: (raw: TRaw) => void,
    interrupt: (why: Interruption) => void,
    idleTimeout: number,
    clock: Clock,
  ) {
    this.#body = body;
    this.#reader = bytes.getReader();
    this.#framing = framing;
    this.#tell = tell;
    this.#idleTimeout = idleTimeout;
    this.#clock = clock;
    this.#forget = body.onAbort(interrupt);
  }

  /**
   * Reads the next bytes and resolves with the result of `then`, which receives undefined before the end. Never
   * rejects. Uses only one promise more than the platform's reader, because each further promise is a noticeable cost
   * per chunk.
   */
  read<T>(then: (ended: Ended | undefined) => T | Promise<T>): Promise<T> {
    if (this.#idleTimeout > 0) this.#watch();
    return this.#reader.read().then(
      (result) => then(this.#take(result)),
      (thrown: unknown) => then(this.#failed(thrown)),
    );
  }

  #take({ done, value }: ReadableStreamReadResult<Uint8Array>): Ended | undefined {
    this.#due = undefined;
    if (this.#isIdle) return { type: 'idle' };
    try {
      if (!done) this.#framing.push(value, this.#tell);
      else this.#framing.end(this.#tell);
    } catch (thrown) {
      return this.#failed(thrown);
    }
    return done ? { type: 'end' } : undefined;
  }

  #failed(thrown: unknown): Ended {
    this.#due = undefined;
    return this.#isIdle ? { type: 'idle' } : { type: 'failed', thrown };
  }

  /** Stops listening; the request continues. */
  release(): void {
    this.#forget();
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Ends a pending read and discards the rest. The request must be aborted as well: with only one of the two, some
   * runtimes continue to read.
   */
  drop(): void {
    void ignoringErrors(() => this.#reader.cancel());
  }

  /** Ends the request early. */
  closeConnection(why: Interruption): void {
    this.release();
    this.#body.abort(why);
    this.drop();
  }

  /** Reads the rest after the end mark, within limits, so that the connection can be reused. Never rejects. */
  async drain(): Promise<void> {
    let left = DRAIN_BYTES;
    const giveUp = (): void => this.closeConnection({ kind: 'abort', reason: new AbortError(TOO_MUCH_LEFT) });
    const timer = this.#clock.setTimeout(giveUp, DRAIN_MS);
    await ignoringErrors(async () => {
      while (left > 0) {
        const { done, value } = await this.#reader.read();
        if (done) return;
        left -= value.byteLength;
      }
      giveUp();
    });
    this.#clock.clearTimeout(timer);
  }

  /** One timer for many reads: a timer for each chunk would cost more than the chunk. */
  #watch(): void {
    this.#due = this.#clock.ticks() + this.#idleTimeout;
    this.#isSure = false;
    this.#timer ??= this.#clock.setTimeout(() => this.#check(), this.#idleTimeout);
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#due === undefined) return;
    const left = this.#due - this.#clock.ticks();
    // Timers can fire slightly early. After the thread was busy, they fire before bytes that have already arrived are
    // read.
    if (left > 0.5 || !this.#isSure) {
      this.#isSure = left <= 0.5;
      this.#timer = this.#clock.setTimeout(() => this.#check(), Math.max(left, 0));
      return;
    }
    this.#isIdle = true;
    this.drop();
  }
}
