import { type Clock, systemClock } from '../../core/platform/clock.js';
import { AbortError, type Interruption } from '../../core/platform/interruption.js';
import { bare } from '../../core/platform/bare.js';
import { markOwnWords } from '../../core/platform/own-words.js';
import type { ApiError } from '../../core/result/api-error.js';
import type { OpenBody } from '../../core/wire/response-reader.js';
import { Connection, type Reading } from './connection.js';
import type { Format, Reopening } from './format.js';
import { TooLarge } from './framing.js';
import type { FailedItem, ItemStream } from './item.js';
import type { OwnLimits } from './limits.js';

type Step<TItem> = IteratorResult<TItem, undefined>;

const DONE = { done: true, value: undefined } as const;

const NOBODY_READS = 'Nobody reads the stream on.';
const NO_END_MARK = 'ended before its end mark';

/** A limit of the stream's own has passed. */
const timeoutOf = (sentence: string): Interruption => {
  const reason = new Error(sentence);
  Object.defineProperty(reason, 'name', bare({ value: 'TimeoutError' }));
  markOwnWords(reason);
  return { kind: 'timeout', reason };
};

/** What a connection ended with. */
type Ended = Exclude<Reading, { type: 'items' }>;

/** How a stream ended: with an error, or well. */
interface Ending {
  readonly error: ApiError | undefined;
}

/**
 * The items of a stream, over all its connections. It owns what waits to be read, how the stream ends, and that it then
 * holds nothing: `Connection` reads bytes, `Format` makes items of them.
 */
export class BodyStream<TRaw, TItem> implements ItemStream<TItem> {
  readonly #format: Format<TRaw, TItem>;
  readonly #limits: OwnLimits;
  readonly #reopening: Reopening | undefined;
  readonly #clock: Clock;
  /** Raw items of the last chunk: nothing else is read before they are. */
  #waiting: TRaw[] = [];
  #at = 0;
  #connection: Connection<TRaw> | undefined;
  #body: OpenBody;
  /** How the stream ends when nothing waits any more. */
  #ending: Ending | undefined;
  /** The last item, which tells of the error that the stream has ended with. */
  #last: (TItem & FailedItem) | undefined;
  #isOver = false;
  #items = 0;
  /** Lets a wait come to its end when the stream is over. */
  #wake: (() => void) | undefined;
  #durationTimer: unknown;
  /** The reads that wait, one behind the other. */
  #turn: Promise<unknown> | undefined;
  #turns = 0;

  /** @param bytes The body's own; null where there is none, and so no items. */
  constructor(
    body: OpenBody,
    bytes: ReadableStream<Uint8Array> | null,
    format: Format<TRaw, TItem>,
    limits: OwnLimits,
    reopening?: Reopening,
    clock: Clock = systemClock,
  ) {
    this.#format = format;
    this.#limits = limits;
    this.#reopening = reopening;
    this.#clock = clock;
    this.#body = body;
    if (!bytes) {
      this.#close({ error: undefined });
      return;
    }
    this.#connect(body, bytes);
    const { maxDuration } = limits;
    if (maxDuration > 0 && !this.#isOver)
      this.#durationTimer = clock.setTimeout(() => {
        const sentence = `The stream was not over after ${String(maxDuration)} ms.`;
        this.#endBy(timeoutOf(sentence), `was not over after ${String(maxDuration)} ms`);
      }, maxDuration);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step<TItem>> {
    const before = this.#turns > 0 ? this.#turn : undefined;
    this.#turns += 1;
    const turn = before ? before.then(() => this.#advance()) : this.#advance();
    this.#turn = turn;
    return turn;
  }

  async return(): Promise<Step<TItem>> {
    await this.cancel();
    return DONE;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- promised, so that it may have something to wait for
  async cancel(): Promise<void> {
    this.#last = undefined;
    if (!this.#isOver) this.#hangUp({ kind: 'abort', reason: new AbortError(NOBODY_READS) }, undefined);
  }

  async #advance(): Promise<Step<TItem>> {
    try {
      for (;;) {
        const item = this.#isOver ? undefined : await this.#nextWaiting();
        if (item !== undefined) return { done: false, value: item };
        if (this.#isOver) return this.#lastStep();
        const connection = this.#connection;
        if (this.#ending || !connection) this.#close(this.#ending ?? { error: undefined });
        else await this.#readOn(connection);
      }
    } finally {
      this.#turns -= 1;
    }
  }

  /** The item that tells why the stream is over, once. */
  #lastStep(): Step<TItem> {
    const value = this.#last;
    this.#last = undefined;
    return value ? { done: false, value } : DONE;
  }

  /** The next item of those that wait; undefined where none does. */
  async #nextWaiting(): Promise<TItem | undefined> {
    while (this.#at < this.#waiting.length) {
      const raw = this.#waiting[this.#at] as TRaw;
      this.#at += 1;
      const made = this.#format.item(raw, this.#body);
      const item = made instanceof Promise ? await this.#unlessOver(made) : made;
      if (this.#isOver || item === undefined) return undefined;
      if (item === 'end mark') {
        this.#finish();
        return undefined;
      }
      if (item === 'passed over') continue;
      this.#items += 1;
      if (this.#format.isLast(item)) this.#finish();
      return item;
    }
    this.#waiting = [];
    this.#at = 0;
    return undefined;
  }

  /** What the work comes to; undefined where the stream is over before. The work never rejects. */
  #unlessOver<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve) => {
      this.#wake = () => resolve(undefined);
      void work.then(resolve);
    });
  }

  async #readOn(connection: Connection<TRaw>): Promise<void> {
    const reading = await connection.read();
    if (this.#isOver) return;
    // Where the runtime has told of it by the read alone.
    const { interruption } = this.#body;
    if (interruption) this.#interrupt(interruption);
    else if (reading.type !== 'items') await this.#ended(connection, reading);
    else if (this.#waiting.length > 0) this.#reopening?.came();
  }

  /** A connection is over: a further one goes on, or the stream ends. */
  async #ended(connection: Connection<TRaw>, reading: Ended): Promise<void> {
    const { error, why } = this.#outcomeOf(reading);
    const reopening = error?.kind === 'parse' ? undefined : this.#reopening;
    if (reopening) {
      if (why) connection.drop();
      await this.#reopen(reopening, error);
      return;
    }
    this.#ending = { error };
    if (why) connection.hangUp(why);
  }

  /** The error that a reading comes to, and what ends the request where it isn't over by itself. */
  #outcomeOf(reading: Ended): {
    error?: ApiError | undefined;
    why?: Interruption;
  } {
    const body = this.#body;
    if (reading.type === 'idle') {
      const ms = String(this.#limits.idleTimeout);
      const why = timeoutOf(`Nothing came for ${ms} ms.`);
      return { error: body.error('timeout', why.reason, `was silent for ${ms} ms`), why };
    }
    if (reading.type === 'failed') {
      const { thrown } = reading;
      const why: Interruption = { kind: 'abort', reason: thrown };
      if (thrown instanceof TooLarge) return { error: body.error('parse', thrown, thrown.message), why };
      return { error: body.error('network', thrown), why };
    }
    return this.#format.hasEndMark ? { error: body.error('network', null, NO_END_MARK) } : {};
  }

  async #reopen(reopening: Reopening, error: ApiError | undefined): Promise<void> {
    const reopened = await this.#unlessOver(reopening.reopen(this.#body, error));
    if (!reopened || this.#isOver) return;
    if ('error' in reopened) this.#close(reopened);
    else if (reopened.bytes) this.#connect(reopened.body, reopened.bytes);
    else {
      this.#body = reopened.body;
      this.#close({ error: undefined });
    }
  }

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
    // It was told of an end that came before.
    if (this.#isOver) this.#connection.hangUp({ kind: 'abort', reason: new AbortError(NOBODY_READS) });
  }

  /** The end mark has come: what follows is for nobody, and is short as a rule. */
  #finish(): void {
    const connection = this.#connection;
    this.#close({ error: undefined });
    void connection?.drain();
  }

  /** The request was ended: by the caller's signal, or by a newer call. */
  #interrupt(why: Interruption): void {
    if (this.#isOver) return;
    this.#hangUp(why, this.#body.error(why.kind, why.reason));
  }

  #endBy(why: Interruption, reason: string): void {
    if (!this.#isOver) this.#hangUp(why, this.#body.error(why.kind, why.reason, reason));
  }

  #hangUp(why: Interruption, error: ApiError | undefined): void {
    const connection = this.#connection;
    this.#isOver = true;
    connection?.hangUp(why);
    this.#close({ error });
  }

  /** The stream is over, and holds nothing any more. */
  #close({ error }: Ending): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#at = 0;
    this.#clock.clearTimeout(this.#durationTimer);
    this.#connection?.release();
    this.#connection = undefined;
    if (error) this.#last = this.#format.failed(error);
    this.#body.end(error, { items: this.#items });
    this.#wake?.();
  }
}
