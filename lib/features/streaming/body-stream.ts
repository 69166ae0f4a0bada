import {
  AbortError,
  ApiError,
  type Clock,
  describeParseError,
  describeType,
  type Interruption,
  type OpenBody,
  systemClock,
  timeoutError,
} from '../../core/internal.js';
import { Connection, type Ended } from './connection.js';
import {
  type DisposeKey,
  type FailedItem,
  type Format,
  type ItemStream,
  type NoItem,
  type Reopened,
  type Reopening,
  TooLarge,
} from './format.js';
import type { OwnLimits } from './limits.js';

/** Explains why a body can't be read as a stream; undefined if it can. */
const mistakeOf = (bytes: unknown): string | undefined => {
  if (bytes === undefined)
    return "This fetch can't stream: in React Native, pass expo/fetch to createApi({ fetch }).";
  const { getReader, locked } = bytes as Partial<ReadableStream>;
  if (!getReader)
    return `This fetch returns ${describeType(bytes)} as body: use one that returns a ReadableStream.`;
  return locked ? 'The body is already being read: read a response.clone() in middleware.' : undefined;
};

/**
 * Returns the bytes of an unread body; null without a body.
 *
 * @throws An ApiError of the body if the platform has no streams.
 */
export function bytesOf(body: OpenBody): ReadableStream<Uint8Array> | null {
  const bytes: unknown = body.response.body;
  if (bytes === null) return null;
  const mistake = mistakeOf(bytes);
  if (mistake === undefined) return bytes as ReadableStream<Uint8Array>;
  throw body.error('parse', new TypeError(mistake), `can't be read as a stream. ${mistake}`);
}

type StreamStep<TItem> = IteratorResult<TItem, undefined>;

/** An item, or a promise if creating it is asynchronous; undefined if the raw item produces none. */
type Made<TItem> = TItem | undefined | Promise<TItem | undefined>;

/** The method that `await using` calls. Unused on engines without `Symbol.asyncDispose`. */
const DISPOSE: DisposeKey = ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ??
  '@@asyncDispose') as DisposeKey;

const DONE = { done: true, value: undefined } as const;

/** How a stream ended: with an error, or undefined for a normal end. */
interface Ending {
  readonly error: ApiError | undefined;
}

/**
 * The items of a stream. This class manages the waiting items and the end of the stream, after which it holds no
 * resources. A `Connection` reads the bytes, `Format` creates the items, `Reopening` opens further connections.
 */
export class BodyStream<TRaw, TItem> implements ItemStream<TItem> {
  readonly #format: Format<TRaw, TItem>;
  readonly #limits: OwnLimits;
  readonly #reopening: Reopening | undefined;
  readonly #clock: Clock;
  /** The latest body, which the errors of the stream refer to. */
  #body: OpenBody;
  #connection: Connection<TRaw> | undefined;
  /** The last pending result of `next`; each waits for the previous one. */
  #last: Promise<StreamStep<TItem>> | undefined;
  #unanswered = 0;
  /** Raw items of the last chunk. homing reads more bytes only after they are consumed. */
  #waiting: TRaw[] = [];
  #at = 0;
  /** How the stream ends after the waiting items. */
  #ending: Ending | undefined;
  /** The item with the final error, until it's read. */
  #failed: (TItem & FailedItem) | undefined;
  #isOver = false;
  #items = 0;
  /** Ends pending work when the stream is over. */
  #wake: (() => void) | undefined;
  #durationTimer: unknown;
  /** When `maxDuration` ends, in ticks of the clock. */
  readonly #due: number;

  /** @param bytes Bytes of the body; null without a body, so the stream has no items. */
  constructor(
    body: OpenBody,
    bytes: ReadableStream<Uint8Array> | null,
    format: Format<TRaw, TItem>,
    limits: OwnLimits,
    reopening?: Reopening,
    clock: Clock = systemClock,
  ) {
    this.#body = body;
    this.#format = format;
    this.#limits = limits;
    this.#reopening = reopening;
    this.#clock = clock;
    const { maxDuration } = limits;
    this.#due = maxDuration > 0 ? clock.ticks() + maxDuration : Infinity;
    if (maxDuration > 0) this.#durationTimer = clock.setTimeout(() => this.#expire(), maxDuration);
    if (bytes) this.#connect(body, bytes);
    else this.#close(undefined);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<StreamStep<TItem>> {
    const before = this.#unanswered > 0 ? this.#last : undefined;
    const made = before ? undefined : this.#make();
    // Most items of a chunk are available immediately and cost only this promise.
    if (made !== undefined && !(made instanceof Promise))
      return Promise.resolve({ done: false, value: made });
    this.#unanswered += 1;
    this.#last = before ? before.then(() => this.#advance(undefined)) : this.#advance(made);
    return this.#last;
  }

  async return(): Promise<StreamStep<TItem>> {
    await this.cancel();
    return DONE;
  }

  cancel(): Promise<void> {
    this.#failed = undefined;
    if (!this.#isOver)
      this.#closeConnection(
        { kind: 'abort', reason: new AbortError('The reader left the stream.') },
        undefined,
      );
    return Promise.resolve();
  }

  [DISPOSE](): Promise<void> {
    return this.cancel();
  }

  /** @param first The item that is already being created. */
  async #advance(first: Made<TItem>): Promise<StreamStep<TItem>> {
    for (let made = first; ; made = this.#make()) {
      const item = made instanceof Promise ? await made : made;
      if (item !== undefined || this.#isOver) {
        this.#unanswered -= 1;
        return item === undefined ? this.#lastStep() : { done: false, value: item };
      }
      if (this.#at < this.#waiting.length) continue;
      if (this.#ending) this.#close(this.#ending.error);
      else this.#ending = await this.#read();
    }
  }

  /** Returns the item with the final error, once. */
  #lastStep(): StreamStep<TItem> {
    const value = this.#failed;
    this.#failed = undefined;
    return value ? { done: false, value } : DONE;
  }

  /** Creates the next waiting item. */
  #make(): Made<TItem> {
    while (this.#at < this.#waiting.length) {
      // Timers can't fire while the items of a chunk are read, so check the time here.
      if (this.#due < Infinity && this.#clock.ticks() >= this.#due) {
        this.#expire();
        return undefined;
      }
      const raw = this.#waiting[this.#at] as TRaw;
      this.#at += 1;
      const made = this.#format.item(raw, this.#body);
      if (made instanceof Promise) return this.#unlessOver(made).then((item) => this.#taken(item));
      const item = this.#taken(made);
      if (item !== undefined) return item;
    }
    this.#waiting = [];
    this.#at = 0;
    return undefined;
  }

  /** Returns the created item if the caller should receive it. */
  #taken(made: TItem | NoItem | undefined): TItem | undefined {
    if (this.#isOver || made === undefined || made === 'passed over') return undefined;
    if (made === 'end mark') {
      this.#finish();
      return undefined;
    }
    this.#items += 1;
    if (this.#format.isLast(made)) this.#finish();
    return made;
  }

  /** Resolves with the outcome of the work, or with undefined if the stream ends first. The work never rejects. */
  #unlessOver<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      // The caller might have ended the stream while the work was started.
      if (this.#isOver) this.#wake();
      void work.then(resolve);
    });
  }

  /** Replaces the body with a new one. */
  #connect(body: OpenBody, bytes: ReadableStream<Uint8Array>): void {
    this.#connection?.release();
    this.#body = body;
    this.#connection = new Connection(
      body,
      bytes,
      this.#format.frame(),
      (raw) => void this.#waiting.push(raw),
      (why) => this.#interrupt(why),
      this.#limits.idleTimeout,
      this.#clock,
    );
    // The stream ended while this connection was being created.
    if (this.#isOver)
      this.#connection.closeConnection({ kind: 'abort', reason: new AbortError('The stream has ended.') });
  }

  /**
   * Reads more bytes, over a further connection if one ended; resolves with the ending if there are no more. Never
   * rejects.
   */
  #read(): Promise<Ending | undefined> | undefined {
    const connection = this.#connection;
    return connection?.read((ended) => {
      const { interruption } = this.#body;
      // Some runtimes report the interruption only through the read.
      if (interruption) this.#interrupt(interruption);
      return this.#isOver || !ended ? undefined : this.#afterEnd(connection, ended);
    });
  }

  async #afterEnd(connection: Connection<TRaw>, ended: Ended): Promise<Ending | undefined> {
    const error = this.#errorOf(ended);
    if (!this.#reopening || error?.kind === 'parse') {
      if (ended.type !== 'end')
        connection.closeConnection({
          kind: ended.type === 'idle' ? 'timeout' : 'abort',
          reason: error?.body,
        });
      return { error };
    }
    connection.drop();
    const reopening = this.#reopening.reopen(this.#body, error, () => this.#isOver);
    const taken = reopening
      .then((reopened) => this.#takeReopened(reopened))
      .catch((thrown: unknown) => ({ error: this.#unreadable(thrown) }));
    return this.#unlessOver(taken);
  }

  /** The error for a stream whose connection ended. */
  #errorOf(ended: Ended): ApiError | undefined {
    const { hasEndMark, failure } = this.#format;
    if (ended.type === 'idle') {
      const ms = String(this.#limits.idleTimeout);
      return this.#body.error('timeout', timeoutError(`No data for ${ms} ms.`), `was silent for ${ms} ms`);
    }
    if (ended.type === 'end')
      return (
        failure ?? (hasEndMark ? this.#body.error('network', null, 'ended before its end mark') : undefined)
      );
    const { thrown } = ended;
    if (thrown instanceof TooLarge) return this.#body.error('parse', thrown, thrown.message);
    return failure ?? this.#body.error('network', thrown);
  }

  #takeReopened(reopened: Reopened): Ending | undefined {
    if (!reopened.body) return reopened;
    if (reopened.bytes) {
      this.#connect(reopened.body, reopened.bytes);
      return undefined;
    }
    this.#body = reopened.body;
    return { error: undefined };
  }

  /** A further body can't be read, for example because a middleware changed it. */
  #unreadable(thrown: unknown): ApiError {
    // The stream gets this error, not the end of its request.
    this.#connection?.closeConnection({ kind: 'abort', reason: thrown });
    if (ApiError.isOwn(thrown)) return thrown;
    return this.#body.error('parse', thrown, {
      cause: thrown,
      reason: `can't be read as a stream: ${describeParseError(thrown)}`,
    });
  }

  /** Ends the stream after its end mark. Usually only a few bytes follow. */
  #finish(): void {
    this.#close(undefined);
    void this.#connection?.drain();
  }

  #expire(): void {
    const reason = `did not end within ${this.#limits.maxDuration} ms`;
    this.#interrupt({ kind: 'timeout', reason: timeoutError(`The stream ${reason}.`) }, reason);
  }

  /** Ends the stream because its request was ended: by the caller's signal, a newer call, or a limit of the stream. */
  #interrupt(why: Interruption, reason?: string): void {
    if (!this.#isOver) this.#closeConnection(why, this.#body.error(why.kind, why.reason, reason));
  }

  #closeConnection(why: Interruption, error: ApiError | undefined): void {
    this.#isOver = true;
    this.#connection?.closeConnection(why);
    this.#close(error);
  }

  /** Ends the stream and releases its resources. */
  #close(error: ApiError | undefined): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#at = 0;
    this.#clock.clearTimeout(this.#durationTimer);
    this.#connection?.release();
    if (error) this.#failed = this.#format.failed(error);
    this.#body.end(error, { items: this.#items });
    this.#wake?.();
  }
}
