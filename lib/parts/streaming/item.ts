import type { ApiError } from '../../core/seats.js';
import { withoutStack } from './json-text.js';

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

/**
 * An item that alone is wrong. Its error is made when it is read, as one costs as much as twenty items: whoever sends a
 * chunk of bad lines must not hold the thread of a reader that passes them over.
 */
export function failedItem(raw: string, make: () => ApiError): FailedItem {
  let error: ApiError | undefined;
  return {
    data: null,
    // Of the item's own, as what is read of it elsewhere: copies have it, too.
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
