import {
  AbortError,
  type Clock,
  describeType,
  type Interruption,
  type OpenBody,
  systemClock,
} from '../../core/seats.js';
import { Connections, type Ending, type StreamOwner, timeoutBy } from './connections.js';
import type { DisposeKey, FailedItem, Format, ItemStream, NoItem, Reopening } from './format.js';
import type { OwnLimits } from './limits.js';

/** Why nothing can be read from what a response has in the place of a body; undefined where it can. */
const mistakeOf = (bytes: unknown): string | undefined => {
  if (bytes === undefined)
    return 'This fetch gives no streams: in React Native use that of expo/fetch, as createApi({ fetch }).';
  const { getReader, locked } = bytes as Partial<ReadableStream>;
  if (typeof getReader !== 'function')
    return `This fetch gives a body that is ${describeType(bytes)}: use one that gives a ReadableStream.`;
  return locked ? 'Somebody else reads its body: a middleware reads a clone of the response.' : undefined;
};

/**
 * The bytes of a body that nobody has read; null where it has none.
 *
 * @throws An ApiError of the body where the platform can't give them.
 */
export function bytesOf(body: OpenBody): ReadableStream<Uint8Array> | null {
  const bytes: unknown = body.response.body;
  if (bytes === null) return null;
  const mistake = mistakeOf(bytes);
  if (mistake === undefined) return bytes as ReadableStream<Uint8Array>;
  throw body.error('parse', new TypeError(mistake), `can not be read as a stream. ${mistake}`);
}

type Step<TItem> = IteratorResult<TItem, undefined>;

/** An item, or a promise of one where making it takes time; undefined where none comes of it. */
type Made<TItem> = TItem | undefined | Promise<TItem | undefined>;

/** What `await using` calls; on engines without it nothing is called so. */
const DISPOSE: DisposeKey = ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ??
  '@@asyncDispose') as DisposeKey;

const DONE = { done: true, value: undefined } as const;

/**
 * The items of a stream. It owns what waits to be asked for, how the stream ends, and that it then holds nothing:
 * `Connections` read the bytes, `Format` makes items of them.
 */
export class BodyStream<TRaw, TItem> implements ItemStream<TItem> {
  readonly #format: Format<TRaw, TItem>;
  readonly #connections: Connections<TRaw>;
  readonly #clock: Clock;
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
  readonly #maxDuration: number;
  /** By the clock's ticks, when it has passed. */
  readonly #due: number;

  /** @param bytes The body's own; null where there is none, and so no items. */
  constructor(
    body: OpenBody,
    bytes: ReadableStream<Uint8Array> | null,
    format: Format<TRaw, TItem>,
    { idleTimeout, maxDuration }: OwnLimits,
    reopening?: Reopening,
    clock: Clock = systemClock,
  ) {
    this.#format = format;
    this.#clock = clock;
    const owner: StreamOwner<TRaw> = {
      take: (raw) => void this.#waiting.push(raw),
      interrupt: (why) => this.#interrupt(why),
      unlessOver: (work) => this.#unlessOver(work),
    };
    this.#connections = new Connections(body, owner, format, idleTimeout, reopening, clock);
    if (bytes) this.#connections.connect(body, bytes);
    else this.#close({ error: undefined });
    this.#maxDuration = maxDuration;
    this.#due = maxDuration > 0 ? clock.ticks() + maxDuration : Infinity;
    if (maxDuration > 0 && !this.#isOver)
      this.#durationTimer = clock.setTimeout(() => this.#expire(), maxDuration);
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
      this.#hangUp({ kind: 'abort', reason: new AbortError('Nobody reads the stream on.') }, undefined);
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
      if (this.#ending) this.#close(this.#ending);
      else this.#ending = await this.#read();
    }
  }

  /** Reads on. A body of somebody else's making may do anything when it is read. */
  async #read(): Promise<Ending | undefined> {
    try {
      return await this.#connections.read();
    } catch (thrown) {
      return { error: this.#connections.body.error('network', thrown) };
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
      const made = this.#format.item(raw, this.#connections.body);
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

  /** The end mark has come: what follows is for nobody, and is short as a rule. */
  #finish(): void {
    this.#close({ error: undefined });
    this.#connections.drain();
  }

  #expire(): void {
    const told = `was not over after ${String(this.#maxDuration)} ms`;
    this.#interrupt(timeoutBy(`The stream ${told}.`), told);
  }

  /** The request was ended: by the caller's signal, a newer call, or a limit of the stream's own. */
  #interrupt(why: Interruption, told?: string): void {
    if (!this.#isOver) this.#hangUp(why, this.#connections.body.error(why.kind, why.reason, told));
  }

  #hangUp(why: Interruption, error: Ending['error']): void {
    this.#isOver = true;
    this.#connections.hangUp(why);
    this.#close({ error });
  }

  /** The stream is over, and holds nothing any more. */
  #close({ error }: Ending): void {
    this.#isOver = true;
    this.#waiting = [];
    this.#at = 0;
    this.#clock.clearTimeout(this.#durationTimer);
    this.#connections.release();
    if (error) this.#failed = this.#format.failed(error);
    this.#connections.body.end(error, { items: this.#items });
    this.#wake?.();
  }
}
