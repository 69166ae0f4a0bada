import {
  givenOptions,
  type InferOutput,
  InvalidInputError,
  type StandardSchemaV1,
} from '../../core/internal.js';
import {
  checkContent,
  checkFunction,
  checkSchema,
  type ParseItem,
  type UntilOption,
} from '../../features/streaming/item-content.js';
import type { FailedItem, Item } from '../../features/streaming/format.js';
import {
  type OwnLimits,
  readLimits,
  readMaxItemSize,
  type SizeOption,
  type StreamLimits,
} from '../../features/streaming/limits.js';
import {
  lastEventIdHeader,
  type OwnReconnectOptions,
  readReconnect,
  type ReconnectOptions,
} from './reconnection.js';

export type { FailedItem, Item, ItemStream } from '../../features/streaming/format.js';
export type { ParseItem, UntilOption } from '../../features/streaming/item-content.js';
export type { SizeOption, StreamLimits } from '../../features/streaming/limits.js';

/** Fields of an event besides its data. */
export interface EventFields<TType extends string = string> {
  /** Value of the `event` field. `'message'` without one; `'error'` for the error that ends the stream. */
  readonly type: TType;
  /** The last event id that the server sent; `''` before the first one. */
  readonly id: string;
}

/** One event of a stream. */
export type EventItem<T> = Item<T> & EventFields;

/** Schemas by event type. */
export type EventSchemas = Readonly<Record<string, StandardSchemaV1>>;

/** One event of a stream with the option `types`. `type` tells the members of the union apart. */
export type TypedEventItem<TTypes extends EventSchemas> =
  | {
      [K in keyof TTypes & string]: {
        readonly data: InferOutput<TTypes[K]>;
        readonly error: null;
      } & EventFields<K>;
    }[keyof TTypes & string]
  | (FailedItem & EventFields);

/** Options of `events` in addition to `schema`, `types` and `parse`. */
export interface EventsOptions<TItem> extends StreamLimits, SizeOption, UntilOption<TItem> {
  /**
   * The `Last-Event-ID` header of the first request, for example to resume after a page reload. Default: not
   * sent. Throws a TypeError if it is not a string, exceeds 8 KiB, or contains a control character other than
   * tab.
   */
  readonly lastEventId?: string | undefined;
  /**
   * Called with the text of each comment. Default: not called. An error that it throws is reported and
   * doesn't end the stream. Throws a TypeError if it is not a function.
   */
  readonly onComment?: ((comment: string) => void) | undefined;
  /**
   * Whether to read a response whose `Content-Type` is not `text/event-stream`. Any other value is treated as
   * truthy or falsy.
   *
   * @default false
   */
  readonly ignoreContentType?: boolean | undefined;
  /**
   * Whether the stream reconnects when its connection ends: `true`, or an object with settings. Off by
   * default, because a new request could send a paid prompt again. Throws a TypeError for any other value.
   *
   * @default false
   */
  readonly reconnect?: boolean | ReconnectOptions | undefined;
}

/** All options of all overloads. */
export interface AllEventsOptions extends EventsOptions<never> {
  readonly schema?: StandardSchemaV1 | undefined;
  readonly types?: EventSchemas | undefined;
  readonly parse?: ParseItem | undefined;
}

/** The options after validation. */
export interface OwnEventsOptions extends Omit<
  AllEventsOptions,
  'reconnect' | 'maxItemSize' | keyof StreamLimits
> {
  readonly limits: OwnLimits;
  readonly maxItemSize: number;
  readonly reconnect: OwnReconnectOptions | undefined;
}

/** Reads and validates the options. Throws a TypeError that names the invalid option. */
export function readEventsOptions(owner: string, given: AllEventsOptions | undefined): OwnEventsOptions {
  const options = givenOptions(given) as AllEventsOptions;
  const { schema, types, parse, until, onComment, ignoreContentType, lastEventId } = options;
  const option = (name: string): string => `${owner}: ${name}`;
  checkContent(owner, options, until);
  if (types !== undefined) {
    if (typeof types !== 'object' || Array.isArray(types))
      throw InvalidInputError.ofOption(option('types'), types, 'schemas by event type');
    if (schema !== undefined) throw new InvalidInputError(`${owner} has both schema and types: remove one.`);
    for (const [type, each] of Object.entries(types)) checkSchema(owner, `types.${type}`, each);
  }
  checkFunction(owner, 'onComment', onComment);
  if (lastEventId !== undefined && typeof lastEventId !== 'string')
    throw InvalidInputError.of(option('lastEventId'), lastEventId, 'a string');
  if (lastEventId && lastEventIdHeader(lastEventId) === '')
    throw new InvalidInputError(
      `${option('lastEventId')} has control characters or more than 8192 bytes: pass another.`,
    );
  return {
    schema,
    types,
    parse,
    until,
    lastEventId,
    onComment,
    ignoreContentType,
    limits: readLimits(owner, options),
    maxItemSize: readMaxItemSize(owner, options),
    reconnect: readReconnect(owner, options.reconnect),
  };
}
