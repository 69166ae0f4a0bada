import {
  AbortError,
  type Clock,
  type Interruption,
  type OpenBody,
  ignoringErrors,
} from '../../core/internal.js';
import type { Framing } from './format.js';

/** How long, in milliseconds, and how many bytes are read after the end mark. */
const DRAIN_MS = 1000;
const DRAIN_BYTES = 65_536;
const TOO_MUCH_LEFT = 'Data came after the end mark.';

/** What the last read of a connection came to. */
export type Ended =
  /** The body has ended. */
  | { readonly type: 'end' }
  /** It broke off, or its framing could not go on. */
  | { readonly type: 'failed'; readonly thrown: unknown }
  /** Nothing came for too long. */
  | { readonly type: 'idle' };

/** The body of one response of a stream, read a chunk at a time. */
export class Connection<TRaw> {
  readonly #body: OpenBody;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #framing: Framing<TRaw>;
  readonly #tell: (raw: TRaw) => void;
  readonly #idleTimeout: number;
  readonly #clock: Clock;
  readonly #forget: () => void;
  #timer: unknown;
  /** When the read that waits will have waited too long. */
  #due: number | undefined;
  /** Whether what came while the thread was busy has had its turn since the time was over. */
  #isSure = false;
  #isIdle = false;

  /**
   * @param tell Gets each raw item, while `read` runs.
   * @param interrupt Told when the request is ended before its time.
   * @param idleTimeout Milliseconds; 0 for none.
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
   * Reads the next bytes, and gives what `then` makes of it; undefined where they are not the last. Never rejects. It
   * takes one promise more than the platform's own reader does: where every item is a chunk, each further one is felt.
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

  /** Stops listening; the request goes on. */
  release(): void {
    this.#forget();
    this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Ends a read that waits, and drops what is left. Some runtimes go on reading when only the signal aborts, or only this is done. */
  drop(): void {
    void ignoringErrors(() => this.#reader.cancel());
  }

  /** Ends the request before its time. */
  hangUp(why: Interruption): void {
    this.release();
    this.#body.abort(why);
    this.drop();
  }

  /** Reads what is left after the end mark, within limits, so that the connection can be used again. Never rejects. */
  async drain(): Promise<void> {
    let left = DRAIN_BYTES;
    const giveUp = (): void => this.hangUp({ kind: 'abort', reason: new AbortError(TOO_MUCH_LEFT) });
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

  /** One timer serves many reads: setting one for each chunk would cost more than the chunk. */
  #watch(): void {
    this.#due = this.#clock.ticks() + this.#idleTimeout;
    this.#isSure = false;
    this.#timer ??= this.#clock.setTimeout(() => this.#check(), this.#idleTimeout);
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#due === undefined) return;
    const left = this.#due - this.#clock.ticks();
    // Timers may fire a little early. After a busy while they fire before the bytes are read that came meanwhile.
    if (left > 0.5 || !this.#isSure) {
      this.#isSure = left <= 0.5;
      this.#timer = this.#clock.setTimeout(() => this.#check(), Math.max(left, 0));
      return;
    }
    this.#isIdle = true;
    this.drop();
  }
}
