import { AbortError, ApiError, type Clock, type Interruption, type OpenBody } from '../../core/seats.js';
import { Connection, type Reading } from './connection.js';
import { connectionEnd, type Ended } from './connection-end.js';
import type { Format, Reopened, Reopening } from './format.js';

/** How a stream ended: with an error, or well. */
export interface Ending {
  readonly error: ApiError | undefined;
}

/** What the connections of a stream tell it. */
export interface StreamOwner<TRaw> {
  /** A raw item has come. */
  take(raw: TRaw): void;
  /** The request was ended before its time. */
  interrupt(why: Interruption): void;
  /** What the work comes to; undefined where the stream is over before. */
  unlessOver<T>(work: Promise<T>): Promise<T | undefined>;
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
      (raw) => this.#owner.take(raw),
      (why) => this.#owner.interrupt(why),
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
      reason: (words) => `can not be read as a stream: ${words.name(thrown)}`,
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
