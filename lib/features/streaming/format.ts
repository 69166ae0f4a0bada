import { type ApiError, nullProto, type OpenBody } from '../../core/internal.js';

/** What a stream can't make data of, or what it ended with. */
export interface FailedItem {
  /** There is none. */
  readonly data: null;
  /** Why; it names the call, as every error of it does. */
  readonly error: ApiError;
  /** Whether the stream is over; after an item that alone was wrong the next one follows. */
  readonly ended: boolean;
  /** The text of an item that no data could be made of; undefined where there was none. */
  readonly raw?: string | undefined;
}

/** What makes an Error, or throws one, without its stack: that costs several times as much as the Error. */
export function withoutStack<T>(make: () => T): T {
  // Engines that have no such limit do without, and so do programs that have frozen it.
  const engine = Error as { stackTraceLimit?: number };
  const limit = engine.stackTraceLimit;
  if (typeof limit !== 'number' || !Reflect.set(engine, 'stackTraceLimit', 0)) return make();
  try {
    return make();
  } finally {
    engine.stackTraceLimit = limit;
  }
}

/** An item that alone is wrong. Its error is made when it is read: a chunk of bad lines must not hold the thread. */
export function failedItem(raw: string, make: () => ApiError): FailedItem {
  let error: ApiError | undefined;
  return {
    data: null,
    get error() {
      return (error ??= withoutStack(make));
    },
    ended: false,
    raw,
  };
}

/** One item of a stream. A stream never throws: what goes wrong is an item. */
export type Item<T> = { readonly data: T; readonly error: null } | FailedItem;

/** Whether an item has failed; without a look at its error, which would make it. */
export const isFailed = <T>(item: Item<T>): item is FailedItem =>
  item.data === null && Object.hasOwn(item, 'ended');

/** What a member of `T` is, where it has that. */
type Member<T, K extends string, TOtherwise> = K extends keyof T ? T[K] : TOtherwise;

/** The name of what `await using` calls; one that nobody calls where the compiler knows of none. */
export type DisposeKey = Member<SymbolConstructor, 'asyncDispose', '@@asyncDispose'>;

/** `await using`, where the compiler knows of it. A symbol that was inferred, or narrowed, is another one to it. */
type Disposal = {
  readonly [K in Member<SymbolConstructor, 'asyncDispose', never>]: () => Promise<void>;
};

/**
 * The items of a body, as they come. `for await` reads them; `break` hangs up, and so does `await using`. Nothing is read
 * ahead: bytes are read only while somebody waits for an item. It is read once: after its end, and in a second loop,
 * there is nothing more.
 */
export interface ItemStream<TItem> extends AsyncIterableIterator<TItem>, Disposal {
  /** The next item. Never rejects; asked several times at once, it answers in order. */
  next(): Promise<IteratorResult<TItem, undefined>>;
  /** Hangs up, as `break` does. */
  return(): Promise<IteratorResult<TItem, undefined>>;
  /** The stream itself. */
  [Symbol.asyncIterator](): this;
  /** Hangs up: ends the request, and frees what the stream holds. Nothing happens where it is over. Never rejects. */
  cancel(): Promise<void>;
}

/** Cuts the bytes of one connection into the raw items of a format. */
export interface Framing<TRaw> {
  /**
   * Takes the next bytes, and tells of each raw item that is complete with them.
   *
   * @throws TooLarge when an item has become larger than it may; those before it were told.
   */
  push(bytes: Uint8Array, tell: (raw: TRaw) => void): void;
  /** There is nothing more: tells of what is left, where that is an item. */
  end(tell: (raw: TRaw) => void): void;
}

/** An item, or all of a body, is larger than it may be. Its message becomes that of the stream's error. */
export class TooLarge extends RangeError {}

/** UTF-8 in pieces as text. Some platforms' own decoders drop byte order marks further on, too. */
export class Utf8 {
  readonly #decoder = new TextDecoder('utf-8', nullProto<TextDecoderOptions>({ ignoreBOM: true }));
  #isBegun = false;

  /** @param bytes The next ones; undefined at the end, for what is left. */
  decode(bytes?: Uint8Array): string {
    const text = this.#decoder.decode(bytes, { stream: bytes !== undefined });
    if (this.#isBegun || text === '') return text;
    this.#isBegun = true;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}

/** What a raw item may come to that is no item. */
export type NoItem = 'passed over' | 'end mark';

/** What bytes come to under a format. One serves one stream, over all its connections. */
export interface Format<TRaw, TItem> {
  /** Cuts the bytes of a further connection. */
  frame(): Framing<TRaw>;
  /** Makes an item. Never throws or rejects. */
  item(raw: TRaw, body: OpenBody): TItem | NoItem | Promise<TItem | NoItem>;
  /** Whether the stream ends with this item. Never throws. */
  isLast(item: TItem): boolean;
  /** Whether a stream has to end with a mark, and has broken off where it doesn't. */
  readonly hasEndMark: boolean;
  /** What the last item of this connection told of, where that was a failure: what it ends with, where it ends there. */
  readonly failure: ApiError | undefined;
  /** The item that says why a stream is over. */
  failed(error: ApiError): TItem & FailedItem;
}

/** What a stream does when its connection is over before it is. */
export interface Reopening {
  /**
   * Waits and asks for a further connection. Never rejects.
   *
   * @param ended What ended the one before; undefined for a clean end.
   */
  reopen(body: OpenBody, ended: ApiError | undefined, isOver: () => boolean): Promise<Reopened>;
}

/** A further body, with null for bytes where the server has nothing more to say; else the error, undefined for a good end. */
export type Reopened =
  | { readonly body: OpenBody; readonly bytes: ReadableStream<Uint8Array> | null }
  | { readonly body: undefined; readonly error: ApiError | undefined };
