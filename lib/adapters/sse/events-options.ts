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

/** What an event has beside its data. */
export interface EventFields<TType extends string = string> {
  /** Its `event` field; `'message'` without one, and `'error'` for what the stream ends with. */
  readonly type: TType;
  /** The last event id that the server has given; `''` before the first. */
  readonly id: string;
}

/** One event of a stream. */
export type EventItem<T> = Item<T> & EventFields;

/** Schemas by the type of the event. */
export type EventSchemas = Readonly<Record<string, StandardSchemaV1>>;

/** One event of a stream whose types are listed: told apart by `type`. */
export type TypedEventItem<TTypes extends EventSchemas> =
  | {
      [K in keyof TTypes & string]: {
        readonly data: InferOutput<TTypes[K]>;
        readonly error: null;
      } & EventFields<K>;
    }[keyof TTypes & string]
  | (FailedItem & EventFields);

/** What `events` takes beside `schema`, `types` and `parse`. */
export interface EventsOptions<TItem> extends StreamLimits, SizeOption, UntilOption<TItem> {
  /**
   * What the first request sends as `Last-Event-ID`, as where a page goes on that was reloaded. Default: nothing. No
   * string, over 8 KiB, or with a control character other than the tab: a `TypeError`.
   */
  readonly lastEventId?: string | undefined;
  /**
   * Gets the text of each comment. Default: none. What it throws is reported, and stops nothing. No function: a
   * `TypeError`.
   */
  readonly onComment?: ((comment: string) => void) | undefined;
  /**
   * Whether a `Content-Type` other than `text/event-stream` is read, too. Default false. Any other value counts as it
   * does in a condition.
   */
  readonly ignoreContentType?: boolean | undefined;
  /**
   * Whether a stream goes on by a further request when its connection is over: `true`, or how. Default: it does not, as
   * it would send a prompt again that is paid for. Another value: a `TypeError`.
   */
  readonly reconnect?: boolean | ReconnectOptions | undefined;
}

/** Everything that may be given. */
export interface AllEventsOptions extends EventsOptions<never> {
  readonly schema?: StandardSchemaV1 | undefined;
  readonly types?: EventSchemas | undefined;
  readonly parse?: ParseItem | undefined;
}

/** The options, read once and checked. */
export interface OwnEventsOptions extends Omit<
  AllEventsOptions,
  'reconnect' | 'maxItemSize' | keyof StreamLimits
> {
  readonly limits: OwnLimits;
  readonly maxItemSize: number;
  readonly reconnect: OwnReconnectOptions | undefined;
}

/** Throws a TypeError that names the option for what can't be one. */
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
