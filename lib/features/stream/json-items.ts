import {
  givenOptions,
  type InferOutput,
  type OpenBody,
  type ResponseReader,
  type StandardSchemaV1,
} from '../../core/internal.js';
import { BodyStream, bytesOf } from '../streaming/body-stream.js';
import {
  checkContent,
  type ContentOptions,
  isUntil,
  itemOf,
  type ParseItem,
  unparsed,
  type UntilOption,
} from '../streaming/item-content.js';
import type { FailedItem, Format, Framing, Item, ItemStream, NoItem } from '../streaming/format.js';
import { reader } from '../streaming/open-bodies.js';
import { readLimits, readMaxItemSize, type SizeOption, type StreamLimits } from '../streaming/limits.js';
import { LineFraming, type RawText, SequenceFraming } from './text-framing.js';

export { reader } from '../streaming/open-bodies.js';
export type { FailedItem, Item, ItemStream } from '../streaming/format.js';
export type { ReaderOptions } from '../streaming/open-bodies.js';

/** The options that text formats use. */
export type TextOptions = ContentOptions & SizeOption & UntilOption<Item<never>>;

/** Converts text items to values. */
export class TextFormat implements Format<RawText, Item<unknown>> {
  readonly hasEndMark: boolean;
  readonly failure = undefined;
  readonly #options: TextOptions;
  readonly #maxItemSize: number;
  readonly #framing: new (maxSize: number) => Framing<RawText>;

  /** @param owner Name of the function with these options, for error messages. */
  constructor(owner: string, options: TextOptions, framing: new (maxSize: number) => Framing<RawText>) {
    this.#options = options;
    this.#maxItemSize = readMaxItemSize(owner, options);
    this.#framing = framing;
    this.hasEndMark = typeof options.until === 'string';
  }

  frame(): Framing<RawText> {
    return new this.#framing(this.#maxItemSize);
  }

  item(raw: RawText, body: OpenBody): Item<unknown> | NoItem | Promise<Item<unknown>> {
    const text = typeof raw === 'string' ? raw : raw.cut;
    // A JSON string, array or object has its own closing character, so it can't be cut unnoticed.
    if (text !== raw && !/^["[{]/.test(text))
      return unparsed(
        text,
        body,
        () => new SyntaxError('The last line has no line feed.'),
        'sent a possibly cut item',
      );
    return text === this.#options.until ? 'end mark' : itemOf(text, this.#options, body);
  }

  isLast(item: Item<unknown>): boolean {
    return isUntil<Item<never>>(this.#options.until, item as Item<never>);
  }

  failed(error: FailedItem['error']): FailedItem {
    return { data: null, error, ended: true };
  }
}

/** Options of `jsonLines` and `jsonSequence` in addition to `schema` and `parse`. */
export interface JsonItemsOptions<T> extends StreamLimits, SizeOption, UntilOption<Item<T>> {}

/** A reader of JSON items. The call's data is a stream of items. */
export type JsonItemsReader<T> = ResponseReader<ItemStream<Item<T>>>;

/** The ways to define the items. The first matching overload determines their type. */
export interface JsonItems {
  /** Reads items that a Standard Schema validates and types. */
  <TSchema extends StandardSchemaV1>(
    options: JsonItemsOptions<InferOutput<TSchema>> & {
      readonly schema: TSchema;
      readonly parse?: ParseItem | undefined;
    },
  ): JsonItemsReader<InferOutput<TSchema>>;
  /** Reads items that a synchronous function creates from their text. */
  <T>(
    options: JsonItemsOptions<T> & { readonly parse: (text: string) => T; readonly schema?: undefined },
  ): JsonItemsReader<T>;
  /** Reads items as strings. */
  (
    options: JsonItemsOptions<string> & { readonly parse: 'text'; readonly schema?: undefined },
  ): JsonItemsReader<string>;
  /** Reads items of a type that isn't checked at run time: `jsonLines<Row>()`. */
  <T = unknown>(
    options?: JsonItemsOptions<T> & { readonly parse?: 'json' | undefined; readonly schema?: undefined },
  ): JsonItemsReader<T>;
}

const jsonItems =
  (owner: string, accept: string, framing: new (maxSize: number) => Framing<RawText>) =>
  (given?: TextOptions & StreamLimits): JsonItemsReader<unknown> => {
    const options = givenOptions(given) as TextOptions & StreamLimits;
    checkContent(owner, options, options.until);
    const format = new TextFormat(owner, options, framing);
    const limits = readLimits(owner, options);
    return reader({
      headers: { accept },
      fetchOptions: { maxResponseSize: Infinity },
      open: (body) => new BodyStream(body, bytesOf(body), format, limits),
    });
  };

/**
 * Reads JSON lines, also called NDJSON: each line of the body is an item. Empty lines are ignored. Text after the last
 * line feed is an item too.
 */
export const jsonLines: JsonItems = /* @__PURE__ */ jsonItems(
  'jsonLines',
  'application/x-ndjson, application/jsonl;q=0.9, */*;q=0.1',
  LineFraming,
) as JsonItems;

/**
 * Reads a JSON text sequence (RFC 7464): each text between a record separator and a line feed is an item. Without its
 * line feed, a number, true, false or null might be cut, and is a `'parse'` item.
 */
export const jsonSequence: JsonItems = /* @__PURE__ */ jsonItems(
  'jsonSequence',
  'application/json-seq, */*;q=0.1',
  SequenceFraming,
) as JsonItems;
