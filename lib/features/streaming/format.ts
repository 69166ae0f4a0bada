import { type ApiError, nullProto, type OpenBody } from '../../core/internal.js';

/** An item that couldn't be parsed, or the error that ended the stream. */
export interface FailedItem {
  /** Always null for a failed item. */
  readonly data: null;
  /** The error, which names the call like every error. */
  readonly error: ApiError;
  /** Whether the stream has ended. False if only this item failed and more follow. */
  readonly ended: boolean;
  /** Text of an item that couldn't be parsed; undefined for other errors. */
  readonly raw?: string | undefined;
}

/** Creates or throws an Error without its stack, which costs several times as much as the Error. */
export function withoutStack<T>(make: () => T): T {
  // Some engines have no stack limit, and some programs freeze it.
  const engine = Error as { stackTraceLimit?: number };
  const limit = engine.stackTraceLimit;
  if (typeof limit !== 'number' || !Reflect.set(engine, 'stackTraceLimit', 0)) return make();
  try {
    return make();
  } finally {
    engine.stackTraceLimit = limit;
  }
}

/** Creates a failed item. Its error is created on access: a chunk of invalid lines must not block the thread. */
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

/** An item of a stream. A stream never throws: errors are items. */
export type Item<T> = { readonly data: T; readonly error: null } | FailedItem;

/** Whether an item has failed. Doesn't access its error, which would create it. */
export const isFailed = <T>(item: Item<T>): item is FailedItem =>
  item.data === null && Object.hasOwn(item, 'ended');

/** The type of a member of `T`; `TOtherwise` if it doesn't exist. */
type MemberType<T, K extends string, TOtherwise> = K extends keyof T ? T[K] : TOtherwise;

/** Key of the method that `await using` calls; an unused name if TypeScript doesn't define the symbol. */
export type DisposeKey = MemberType<SymbolConstructor, 'asyncDispose', '@@asyncDispose'>;

/**
 * The `await using` method, if TypeScript defines the symbol. TypeScript treats an inferred or narrowed symbol as a
 * different one.
 */
type Disposal = {
  readonly [K in MemberType<SymbolConstructor, 'asyncDispose', never>]: () => Promise<void>;
};

/**
 * The items of a body as they arrive. Read them with `for await`. `break` closes the connection, and so does
 * `await using`. homing reads bytes only while the caller waits for an item. A stream can be read once: a second loop
 * gets no items.
 */
export interface ItemStream<TItem> extends AsyncIterableIterator<TItem>, Disposal {
  /** Returns the next item. Never rejects. Concurrent calls resolve in order. */
  next(): Promise<IteratorResult<TItem, undefined>>;
  /** Closes the connection, like `break`. */
  return(): Promise<IteratorResult<TItem, undefined>>;
  /** Returns the stream itself. */
  [Symbol.asyncIterator](): this;
  /** Ends the request and releases the resources of the stream. Does nothing after the end. Never rejects. */
  cancel(): Promise<void>;
}

/** Splits the bytes of one connection into the raw items of a format. */
export interface Framing<TRaw> {
  /**
   * Receives bytes and reports each raw item that they complete.
   *
   * @throws TooLarge if an item exceeds its maximum size. Earlier items have been reported.
   */
  push(bytes: Uint8Array, tell: (raw: TRaw) => void): void;
  /** Receives the end of the bytes and reports the rest if it's an item. */
  end(tell: (raw: TRaw) => void): void;
}

/** Thrown for an item or body that exceeds its maximum size. Its message becomes the message of the stream's error. */
export class TooLarge extends RangeError {}

/** Decodes UTF-8 in pieces. Some platforms' decoders also remove later byte order marks. */
export class Utf8 {
  readonly #decoder = new TextDecoder('utf-8', nullProto<TextDecoderOptions>({ ignoreBOM: true }));
  #isBegun = false;

  /**
   * Decodes the next piece.
   *
   * @param bytes The next bytes; undefined at the end.
   */
  decode(bytes?: Uint8Array): string {
    const text = this.#decoder.decode(bytes, { stream: bytes !== undefined });
    if (this.#isBegun || text === '') return text;
    this.#isBegun = true;
    return text.startsWith('\ufeff') ? text.slice(1) : text;
  }
}

/** The outcome of a raw item that isn't an item. */
export type NoItem = 'passed over' | 'end mark';

/** Converts bytes to items. Each instance serves one stream with all its connections. */
export interface Format<TRaw, TItem> {
  /** Creates the framing for a further connection. */
  frame(): Framing<TRaw>;
  /** Creates an item. Never throws or rejects. */
  item(raw: TRaw, body: OpenBody): TItem | NoItem | Promise<TItem | NoItem>;
  /** Whether the stream ends with this item. Never throws. */
  isLast(item: TItem): boolean;
  /** Whether a stream must end with a mark; otherwise its end is an error. */
  readonly hasEndMark: boolean;
  /** The failure that the last item of this connection reported; the error of the stream if it ends there. */
  readonly failure: ApiError | undefined;
  /** Creates the item with the error that ends the stream. */
  failed(error: ApiError): TItem & FailedItem;
}

/** Opens further connections for a stream. */
export interface Reopening {
  /**
   * Waits and requests a further connection. Never rejects.
   *
   * @param ended The error that ended the previous connection; undefined for a normal end.
   */
  reopen(body: OpenBody, ended: ApiError | undefined, isOver: () => boolean): Promise<Reopened>;
}

/**
 * A further body, with null for `bytes` if the server has no more items; otherwise the error, undefined for a normal
 * end.
 */
export type Reopened =
  | { readonly body: OpenBody; readonly bytes: ReadableStream<Uint8Array> | null }
  | { readonly body: undefined; readonly error: ApiError | undefined };
