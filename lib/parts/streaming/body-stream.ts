import { type Clock, systemClock } from '../../core/platform/clock.js';
import { AbortError, type Interruption } from '../../core/platform/interruption.js';
import type { OpenBody } from '../../core/wire/response-reader.js';
import { timeoutBy } from './connection-end.js';
import { Connections, type Ending, type StreamOwner } from './connections.js';
import type { Format, Reopening } from './format.js';
import type { DisposeKey, FailedItem, ItemStream } from './item.js';
import type { OwnLimits } from './limits.js';
import { Turns } from './turns.js';

type Step<TItem> = IteratorResult<TItem, undefined>;

/** What `await using` calls; on engines without it nothing is called so. */
const DISPOSE = ((Symbol as { readonly asyncDispose?: symbol }).asyncDispose ??
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
  readonly #turns = new Turns();
  /** Raw items of the last chunk: nothing else is read before they are asked for. */
  #waiting: TRaw[] = [];
  #at = 0;
  /** How the stream ends when nothing waits any more. */
  #ending: Ending | undefined;
  /** The last item, which tells of the error that the stream has ended with. */
  #last: (TItem & FailedItem) | undefined;
  #isOver = false;
  #items = 0;
  /** Lets what waits come to its end when the stream is over. */
  #wake: (() => void) | undefined;
  #durationTimer: unknown;

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
    if (maxDuration > 0 && !this.#isOver)
      this.#durationTimer = clock.setTimeout(() => {
        const told = `was not over after ${String(maxDuration)} ms`;
        this.#interrupt(timeoutBy(`The stream ${told}.`), told);
      }, maxDuration);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Step<TItem>> {
    return this.#turns.take(() => this.#advance());
  }

  async return(): Promise<Step<TItem>> {
    await this.cancel();
    return DONE;
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- promised, so that it may have something to wait for
  async cancel(): Promise<void> {
    this.#last = undefined;
    if (!this.#isOver)
      this.#hangUp({ kind: 'abort', reason: new AbortError('Nobody reads the stream on.') }, undefined);
  }

  [DISPOSE](): Promise<void> {
    return this.cancel();
  }

  async #advance(): Promise<Step<TItem>> {
    for (;;) {
      const item = this.#isOver ? undefined : await this.#nextWaiting();
      if (item !== undefined) return { done: false, value: item };
      if (this.#isOver) return this.#lastStep();
      if (this.#ending) this.#close(this.#ending);
      else this.#ending = await this.#connections.read();
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
      const made = this.#format.item(raw, this.#connections.body);
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

  /** The end mark has come: what follows is for nobody, and is short as a rule. */
  #finish(): void {
    this.#close({ error: undefined });
    this.#connections.drain();
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
    if (error) this.#last = this.#format.failed(error);
    this.#connections.body.end(error, { items: this.#items });
    this.#wake?.();
  }
}
