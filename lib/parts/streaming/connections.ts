import {
  AbortError,
  ApiError,
  type Clock,
  decoderWords,
  type Interruption,
  type OpenBody,
  quietly,
  timeoutError,
} from '../../core/seats.js';
import { type Format, type Framing, type Reopened, type Reopening, TooLarge } from './format.js';

/** How long and how much is read after the end mark, so that the connection can be used again. */
const DRAIN_MS = 1000;
const DRAIN_BYTES = 65_536;
const TOO_MUCH_LEFT = 'The stream went on after its end mark.';

/** How a stream ended: with an error, or well. */
export interface Ending {
  readonly error: ApiError | undefined;
}

/** What the connections of a stream tell it. */
export interface StreamOwner<TRaw> {
  /** A raw item has come. */
  readonly take: (raw: TRaw) => void;
  /** The request was ended before its time. */
  readonly interrupt: (why: Interruption) => void;
  /** What the work comes to; undefined where the stream is over before. */
  unlessOver<T>(work: Promise<T>): Promise<T | undefined>;
}

/** What a read came to. */
type Reading =
  /** Bytes have come, and the raw items that are complete with them were told. */
  | { readonly type: 'items' }
  /** The body has ended. */
  | { readonly type: 'end' }
  /** It broke off, or its framing could not go on. */
  | { readonly type: 'failed'; readonly thrown: unknown }
  /** Nothing came for too long. */
  | { readonly type: 'idle' };

const ITEMS: Reading = { type: 'items' };
const END: Reading = { type: 'end' };

/** The body of one response of a stream, read a chunk at a time. */
class Connection<TRaw> {
  readonly #body: OpenBody;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #framing: Framing<TRaw>;
  readonly #tell: (raw: TRaw) => void;
  readonly #idleTimeout: number;
  readonly #clock: Clock;
  readonly #forget: () => void;
  #timer: unknown;
  /** When the read that waits will have waited too long; undefined while none does. */
  #due: number | undefined;
  /** Whether what came while the thread was busy has had its turn since the time was over. */
  #isSure = false;
  #isIdle = false;

  /**
   * @param stream The body's own, which nobody reads yet.
   * @param owner Gets each raw item, while `read` runs.
   * @param idleTimeout Milliseconds; 0 for none.
   */
  constructor(
    body: OpenBody,
    stream: ReadableStream<Uint8Array>,
    framing: Framing<TRaw>,
    { take, interrupt }: StreamOwner<TRaw>,
    idleTimeout: number,
    clock: Clock,
  ) {
    this.#body = body;
    this.#reader = stream.getReader();
    this.#framing = framing;
    this.#tell = take;
    this.#idleTimeout = idleTimeout;
    this.#clock = clock;
    this.#forget = body.onAbort(interrupt);
  }

  /**
   * Reads the next bytes, and gives what `then` makes of it. Never rejects. It takes one promise more than the platform's
   * own reader does: where every item is a chunk, each further one is felt.
   */
  read<T>(then: (reading: Reading) => T | Promise<T>): Promise<T> {
    if (this.#idleTimeout > 0) this.#watch();
    return this.#reader.read().then(
      (result) => then(this.#take(result)),
      (thrown: unknown) => then(this.#failed(thrown)),
    );
  }

  #take({ done, value }: ReadableStreamReadResult<Uint8Array>): Reading {
    this.#due = undefined;
    if (this.#isIdle) return { type: 'idle' };
    try {
      if (!done) this.#framing.push(value, this.#tell);
      else this.#framing.end(this.#tell);
    } catch (thrown) {
      return this.#failed(thrown);
    }
    return done ? END : ITEMS;
  }

  #failed(thrown: unknown): Reading {
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
    void quietly(() => this.#reader.cancel());
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
    await quietly(async () => {
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

/** A limit of the stream's own has passed. */
export const timeoutBy = (sentence: string): Interruption => ({
  kind: 'timeout',
  reason: timeoutError(sentence),
});

/** What a connection ended with. */
type Ended = Exclude<Reading, { type: 'items' }>;

/** What the end of a connection means for its stream; `why` ends the request, where it isn't over by itself. */
type ConnectionEnd = Ending & { readonly why: Interruption | undefined };

/** @param idleTimeout Milliseconds, for the message. */
function connectionEnd(
  ended: Ended,
  body: OpenBody,
  { hasEndMark, failure }: Pick<Format<never, unknown>, 'hasEndMark' | 'failure'>,
  idleTimeout: number,
): ConnectionEnd {
  if (ended.type === 'idle') {
    const ms = String(idleTimeout);
    const why = timeoutBy(`Nothing came for ${ms} ms.`);
    return { error: body.error('timeout', why.reason, `was silent for ${ms} ms`), why };
  }
  if (ended.type === 'failed') {
    const { thrown } = ended;
    const why: Interruption = { kind: 'abort', reason: thrown };
    if (thrown instanceof TooLarge) return { error: body.error('parse', thrown, thrown.message), why };
    return { error: failure ?? body.error('network', thrown), why };
  }
  const error =
    failure ?? (hasEndMark ? body.error('network', null, 'ended before its end mark') : undefined);
  return { error, why: undefined };
}

/** The connections of one stream, one after the other. */
export class Connections<TRaw> {
  readonly #owner: StreamOwner<TRaw>;
  readonly #format: Format<TRaw, unknown>;
  readonly #idleTimeout: number;
  readonly #reopening: Reopening | undefined;
  readonly #clock: Clock;
  #current: Connection<TRaw> | undefined;
  #body: OpenBody;
  #isOver = false;

  constructor(
    body: OpenBody,
    owner: StreamOwner<TRaw>,
    format: Format<TRaw, unknown>,
    idleTimeout: number,
    reopening: Reopening | undefined,
    clock: Clock,
  ) {
    this.#body = body;
    this.#owner = owner;
    this.#format = format;
    this.#idleTimeout = idleTimeout;
    this.#reopening = reopening;
    this.#clock = clock;
  }

  /** The newest, of which the errors of the stream are. */
  get body(): OpenBody {
    return this.#body;
  }

  /** Takes a body, in the place of the one before. */
  connect(body: OpenBody, bytes: ReadableStream<Uint8Array>): void {
    this.#current?.release();
    this.#body = body;
    this.#current = new Connection(
      body,
      bytes,
      this.#format.frame(),
      this.#owner,
      this.#idleTimeout,
      this.#clock,
    );
    // The end came before, and was told while this one was made.
    if (this.#isOver) this.hangUp({ kind: 'abort', reason: new AbortError('The stream has ended.') });
  }

  /** Reads the next bytes, over a further connection where one is over. Gives the end where there is no more. Never rejects. */
  read(): Promise<Ending | undefined> {
    const connection = this.#current;
    if (!connection) return Promise.resolve({ error: undefined });
    return connection.read((reading) => this.#taken(connection, reading));
  }

  /** Holds nothing any more; the request goes on, and is `drain`ed. */
  release(): void {
    this.#isOver = true;
    this.#current?.release();
  }

  /** Ends the request before its time. */
  hangUp(why: Interruption): void {
    this.#isOver = true;
    this.#current?.hangUp(why);
  }

  /** Reads what is left after an end mark, so that the connection can be used again. */
  drain(): void {
    void this.#current?.drain();
  }

  #taken(connection: Connection<TRaw>, reading: Reading): Ending | undefined | Promise<Ending | undefined> {
    if (this.#isOver) return undefined;
    const { interruption } = this.#body;
    // Some runtimes tell of it by the read alone.
    if (interruption) this.#owner.interrupt(interruption);
    else if (reading.type !== 'items') return this.#afterEnd(connection, reading);
    return undefined;
  }

  async #afterEnd(connection: Connection<TRaw>, ended: Ended): Promise<Ending | undefined> {
    const { error, why } = connectionEnd(ended, this.#body, this.#format, this.#idleTimeout);
    if (!this.#reopening || error?.kind === 'parse') {
      if (why) connection.hangUp(why);
      return { error };
    }
    if (why) connection.drop();
    const reopening = this.#reopening.reopen(this.#body, error, () => this.#isOver);
    const taken = reopening
      .then((reopened) => this.#takeReopened(reopened))
      .catch((thrown: unknown) => ({ error: this.#unreadable(thrown) }));
    return this.#owner.unlessOver(taken);
  }

  /** A further body is none that can be read, whatever a middleware has made of it. */
  #unreadable(thrown: unknown): ApiError {
    // The stream is told by the error alone, and not by the end of its request.
    this.#current?.hangUp({ kind: 'abort', reason: thrown });
    if (ApiError.isOwn(thrown)) return thrown;
    return this.#body.error('parse', thrown, {
      cause: thrown,
      reason: `can not be read as a stream: ${decoderWords(thrown)}`,
    });
  }

  #takeReopened(reopened: Reopened): Ending | undefined {
    if (!reopened.body) return reopened;
    if (reopened.bytes) {
      this.connect(reopened.body, reopened.bytes);
      return undefined;
    }
    this.#body = reopened.body;
    return { error: undefined };
  }
}
