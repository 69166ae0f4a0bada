import type { ApiError } from '../../core/result/api-error.js';

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

/** One item of a stream. A stream never throws: what goes wrong is an item. */
export type Item<T> = { readonly data: T; readonly error: null } | FailedItem;

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
