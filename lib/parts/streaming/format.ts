import type { ApiError, OpenBody } from '../../core/seats.js';
import type { FailedItem } from './item.js';
import type { Framing } from './framing.js';

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
  /**
   * What the server has told of by the last item of this connection, where that was a failure: where the connection ends
   * there, it is what it has ended with.
   */
  readonly failure: ApiError | undefined;
  /** The item that says why a stream is over. */
  failed(error: ApiError): TItem & FailedItem;
}

/** What a stream does when its connection is over before it is. */
export interface Reopening {
  /**
   * Waits and asks for a further connection. Never rejects.
   *
   * @param ended What ended the one before, which is worth a try; undefined for a clean end.
   * @returns The next body, or the error that ends the stream; undefined for a good end.
   */
  reopen(body: OpenBody, ended: ApiError | undefined, isOver: () => boolean): Promise<Reopened>;
}

/** What came of it. */
export type Reopened =
  /** A further body with its bytes; null bytes where the server has nothing more to say. */
  | { readonly body: OpenBody; readonly bytes: ReadableStream<Uint8Array> | null }
  /** None; undefined for a good end. */
  | { readonly body: undefined; readonly error: ApiError | undefined };
