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

/** Why nothing can be read from what a response has in the place of a body; undefined where it can. */
const mistakeOf = (bytes: unknown): string | undefined => {
  if (bytes === undefined)
    return "This fetch can't stream: in React Native, pass expo/fetch to createApi({ fetch }).";
  const { getReader, locked } = bytes as Partial<ReadableStream>;
  if (!getReader)
    return `This fetch returns ${describeType(bytes)} as body: use one that returns a ReadableStream.`;
  return locked ? 'The body is already being read: read a response.clone() in middleware.' : undefined;
};

/**
 * The bytes of a body that is unread; null where it has none.
 *
 * @throws An ApiError of the body where the platform can't give them.
 */
export function bytesOf(body: OpenBody): ReadableStream<Uint8Array> | null {
  const bytes: unknown = body.response.body;
  if (bytes === null) return null;
  const mistake = mistakeOf(bytes);
  if (mistake === undefined) return bytes as ReadableStream<Uint8Array>;
  throw body.error('parse', new TypeError(mistake), `can't be read as a stream. ${mistake}`);
}

type Step<TItem> = IteratorResult<TItem, undefined>;

/** An item, or a promise of one where making it takes time; undefined where none comes of it. */
type Made<TItem> = TItem | undefined | Promise<TItem | undefined>;

/** What `await using` calls; on engines without it nothing is called so. */
const DISPOSE: DisposeKey = ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ??
  '@@asyncDispose') as DisposeKey;

const DONE = { done: true, value: undefined } as const;

/** How a stream ended: with an error, or well. */
interface Ending {
  readonly error: ApiError | undefined;
}

/**
 * The items of a stream. It owns what waits to be asked for, how the stream ends, and that it then holds nothing: a
 * `Connection` reads the bytes, `Format` makes items of them, `Reopening` asks for a further connection.
 */
export class BodyStream<TRaw, TItem> implements ItemStream<TItem> {
  readonly #format: Format<TRaw, TItem>;
  readonly #limits: OwnLimits;
  readonly #reopening: Reopening | undefined;
  readonly #clock: Clock;
  /** The newest, of which the errors of the stream are. */
  #body: OpenBody;
  #connection: Connection<TRaw> | undefined;
  /** The last of the answers that are being made, one behind the other. */
  #last: Promise<Step<TItem>> | undefined;
  #unanswered = 0;
  /** Raw items of the last chunk: nothing else is read before they are asked for. */
  #waiting: TRaw[] = [];
  #at = 0;
  /** How the stream ends when nothing waits any more. */
  #ending: Ending | undefined;
  /** The item that tells of the error that the stream has ended with, until it is read. */
  #failed: (TItem & FailedItem) | undefined;
  #isOver = false;
  #items = 0;
  /** Lets what waits come to its end when the stream is over. */
  #wake: (() => void) | undefined;
  #durationTimer: unknown;
  /** By the clock's ticks, when `maxDuration` has passed. */
  readonly #due: number;

  /** @param bytes The body's own; null where there is none, and so no items. */
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

  next(): Promise<Step<TItem>> {
    const before = this.#unanswered > 0 ? this.#last : undefined;
    const made = before ? undefined : this.#make();
    // Of the items of a chunk most can be had at once: they cost no more than this promise.
    if (made !== undefined && !(made instanceof Promise))
      return Promise.resolve({ done: false, value: made });
    this.#unanswered += 1;
    this.#last = before ? before.then(() => this.#advance(undefined)) : this.#advance(made);
    return this.#last;
  }

  async return(): Promise<Step<TItem>> {
    await this.cancel();
    return DONE;
  }

  cancel(): Promise<void> {
    this.#failed = undefined;
    if (!this.#isOver)
      this.#hangUp({ kind: 'abort', reason: new AbortError('The reader left the stream.') }, undefined);
    return Promise.resolve();
  }

  [DISPOSE](): Promise<void> {
    return this.cancel();
  }

  /** @param first The item that is being made already. */
  async #advance(first: Made<TItem>): Promise<Step<TItem>> {
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

  /** The item that tells why the stream is over, once. */
  #lastStep(): Step<TItem> {
    const value = this.#failed;
    this.#failed = undefined;
    return value ? { done: false, value } : DONE;
  }

  /** Makes the next item of those that wait. */
  #make(): Made<TItem> {
    while (this.#at < this.#waiting.length) {
      // No timer has its turn before all items of a chunk are read.
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

  /** What was made, where it is an item for the reader. */
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

  /** What the work comes to; undefined where the stream is over before. The work never rejects. */
  #unlessOver<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      // What began the work may have ended the stream.
      if (this.#isOver) this.#wake();
      void work.then(resolve);
    });
  }

  /** Takes a body, in the place of the one before. */
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
    // The end came before, and was told while this one was made.
    if (this.#isOver)
      this.#connection.hangUp({ kind: 'abort', reason: new AbortError('The stream has ended.') });
  }

  /** Reads on, over a further connection where one is over; gives the end where there is no more. Never rejects. */
  #read(): Promise<Ending | undefined> | undefined {
    const connection = this.#connection;
    return connection?.read((ended) => {
      const { interruption } = this.#body;
      // Some runtimes tell of it by the read alone.
      if (interruption) this.#interrupt(interruption);
      return this.#isOver || !ended ? undefined : this.#afterEnd(connection, ended);
    });
  }

  async #afterEnd(connection: Connection<TRaw>, ended: Ended): Promise<Ending | undefined> {
    const error = this.#errorOf(ended);
    if (!this.#reopening || error?.kind === 'parse') {
      if (ended.type !== 'end')
        connection.hangUp({ kind: ended.type === 'idle' ? 'timeout' : 'abort', reason: error?.body });
      return { error };
    }
    connection.drop();
    const reopening = this.#reopening.reopen(this.#body, error, () => this.#isOver);
    const taken = reopening
      .then((reopened) => this.#takeReopened(reopened))
      .catch((thrown: unknown) => ({ error: this.#unreadable(thrown) }));
    return this.#unlessOver(taken);
  }

  /** What the end of a connection means for its stream. */
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

  /** A further body is none that can be read, whatever a middleware has made of it. */
  #unreadable(thrown: unknown): ApiError {
    // The stream is told by the error alone, and not by the end of its request.
    this.#connection?.hangUp({ kind: 'abort', reason: thrown });
    if (ApiError.isOwn(thrown)) return thrown;
    return this.#body.error('parse', thrown, {
      cause: thrown,
      reason: `can't be read as a stream: ${describeParseError(thrown)}`,
    });
  }

  /** The end mark has come: what follows is short as a rule. */
  #finish(): void {
    this.#close(undefined);
    void this.#connection?.drain();
  }

  #expire(): void {
    const told = `did not end within ${this.#limits.maxDuration} ms`;
    this.#interrupt({ kind: 'timeout', reason: timeoutError(`The stream ${told}.`) }, told);
  }

  /** The request was ended: by the caller's signal, a newer call, or a limit of the stream's own. */
  #interrupt(why: Interruption, told?: string): void {
    if (!this.#isOver) this.#hangUp(why, this.#body.error(why.kind, why.reason, told));
  }

  #hangUp(why: Interruption, error: ApiError | undefined): void {
    this.#isOver = true;
    this.#connection?.hangUp(why);
    this.#close(error);
  }

  /** The stream is over, and holds nothing any more. */
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
