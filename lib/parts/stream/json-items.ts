import {
  givenOptions,
  type InferOutput,
  type ResponseReader,
  type StandardSchemaV1,
} from '../../core/seats.js';
import {
  BodyStream,
  bytesOf,
  checkContent,
  type Format,
  type Item,
  type ItemStream,
  type ParseItem,
  readLimits,
  type SizeOption,
  type StreamLimits,
  type UntilOption,
} from '../../streaming.js';
import { LineFormat } from './line-format.js';
import { SequenceFormat } from './sequence-format.js';
import type { TextOptions } from './text-format.js';

export type { FailedItem, Item, ItemStream } from '../../streaming.js';

/** What `jsonLines` and `jsonSequence` take beside `schema` and `parse`. */
export interface JsonItemsOptions<T> extends StreamLimits, SizeOption, UntilOption<Item<T>> {}

/** A reader of JSON items: the data of a call are a stream of them. */
export type JsonItemsReader<T> = ResponseReader<ItemStream<Item<T>>>;

/** The three ways to say what an item is; the first that fits gives the type. */
export interface JsonItems {
  /** Items that a Standard Schema checks, and types. */
  <TSchema extends StandardSchemaV1>(
    options: JsonItemsOptions<InferOutput<TSchema>> & {
      readonly schema: TSchema;
      readonly parse?: ParseItem | undefined;
    },
  ): JsonItemsReader<InferOutput<TSchema>>;
  /** Items that a function makes of their text, at once. */
  <T>(
    options: JsonItemsOptions<T> & { readonly parse: (text: string) => T; readonly schema?: undefined },
  ): JsonItemsReader<T>;
  /** Items as texts. */
  (
    options: JsonItemsOptions<string> & { readonly parse: 'text'; readonly schema?: undefined },
  ): JsonItemsReader<string>;
  /** Items of a type that nobody checks: `jsonLines<Row>()`. */
  <T = unknown>(
    options?: JsonItemsOptions<T> & { readonly parse?: 'json' | undefined; readonly schema?: undefined },
  ): JsonItemsReader<T>;
}

const jsonItems =
  <TRaw>(
    owner: string,
    accept: string,
    formatOf: new (owner: string, options: TextOptions) => Format<TRaw, Item<unknown>>,
  ) =>
  (given?: TextOptions & StreamLimits): JsonItemsReader<unknown> => {
    const options = givenOptions(given) as TextOptions & StreamLimits;
    checkContent(owner, options, options.until);
    const format = new formatOf(owner, options);
    const limits = readLimits(owner, options);
    return {
      headers: { accept },
      fetchOptions: { maxResponseSize: Infinity },
      open: (body) => new BodyStream(body, bytesOf(body), format, limits),
    };
  };

/**
 * Reads JSON lines, also called NDJSON: each line of the body is an item. Empty lines are none; what is left at the end
 * without a line feed is one.
 */
export const jsonLines: JsonItems = /* @__PURE__ */ jsonItems(
  'jsonLines',
  'application/x-ndjson, application/jsonl;q=0.9, */*;q=0.1',
  LineFormat,
) as JsonItems;

/**
 * Reads a JSON text sequence (RFC 7464): each text between a record separator and a line feed is an item. Of a number,
 * true, false or null without its line feed the end may be missing: it is a `'parse'` item.
 */
export const jsonSequence: JsonItems = /* @__PURE__ */ jsonItems(
  'jsonSequence',
  'application/json-seq, */*;q=0.1',
  SequenceFormat,
) as JsonItems;
