import type { InferOutput, ResponseReader, StandardSchemaV1 } from '../../core/internal.js';
import { BodyStream, bytesOf } from '../../features/streaming/body-stream.js';
import type { ItemStream } from '../../features/streaming/format.js';
import type { ParseItem } from '../../features/streaming/item-content.js';
import { reader } from '../../features/streaming/open-bodies.js';
import { EventFormat, GraphQLEventFormat } from './event-format.js';
import {
  type AllEventsOptions,
  type EventItem,
  type EventSchemas,
  type EventsOptions,
  type OwnEventsOptions,
  readEventsOptions,
  type TypedEventItem,
} from './events-options.js';
import {
  type EventMemory,
  isEventStream,
  lastEventIdHeader,
  Reconnection,
  wrongType,
} from './reconnection.js';

/** The data of a call: an async iterable of its events. */
export type EventStream<T> = ItemStream<EventItem<T>>;

/** Creates a reader of events with these options. */
const eventsReader = (
  options: OwnEventsOptions,
  FormatOf: new (options: OwnEventsOptions, memory: EventMemory) => EventFormat,
): ResponseReader<EventStream<unknown>> => {
  const { ignoreContentType = false, lastEventId = '', limits, reconnect } = options;
  const id = lastEventIdHeader(lastEventId);
  return reader({
    headers: { accept: 'text/event-stream', ...(id && { 'last-event-id': id }) },
    fetchOptions: { cache: 'no-store', maxResponseSize: Infinity },
    async open(body) {
      if (!ignoreContentType && !isEventStream(body)) throw await wrongType(body, limits.idleTimeout);
      const memory: EventMemory = { lastEventId, retry: undefined, hasCome: false };
      const reconnection =
        reconnect && new Reconnection(reconnect, memory, ignoreContentType, limits.idleTimeout);
      return new BodyStream(body, bytesOf(body), new FormatOf(options, memory), limits, reconnection);
    },
  });
};

/**
 * Reads server-sent events. The data of the call is a stream of items, with parsed and validated data.
 * Iterating never throws: if the stream fails, is idle for too long or is aborted, the last item has the
 * error. With `reconnect`, the stream continues with a new request, by the HTML standard.
 *
 * Needs the package `eventsource-parser`, version 4.1 or a later 4.x.
 *
 * @throws TypeError for an invalid option.
 */
export function events<const TTypes extends EventSchemas>(
  options: EventsOptions<TypedEventItem<TTypes>> & {
    /** Schemas by event type. Events of other types are ignored, except `error`. */
    readonly types: TTypes;
    readonly parse?: ParseItem | undefined;
    readonly schema?: undefined;
  },
): ResponseReader<ItemStream<TypedEventItem<TTypes>>>;
export function events<TSchema extends StandardSchemaV1>(
  options: EventsOptions<EventItem<InferOutput<TSchema>>> & {
    /** Validates the data of each event and sets its type. */
    readonly schema: TSchema;
    readonly parse?: ParseItem | undefined;
    readonly types?: undefined;
  },
): ResponseReader<EventStream<InferOutput<TSchema>>>;
export function events<T>(
  options: EventsOptions<EventItem<T>> & {
    /**
     * Converts the text of an event to its data, synchronously. If it throws, the item has a `'parse'` error.
     */
    readonly parse: (text: string) => T;
    readonly schema?: undefined;
    readonly types?: undefined;
  },
): ResponseReader<EventStream<T>>;
export function events(
  options: EventsOptions<EventItem<string>> & {
    /** Keeps the data of each event as a string. */
    readonly parse: 'text';
    readonly schema?: undefined;
    readonly types?: undefined;
  },
): ResponseReader<EventStream<string>>;
export function events<T = unknown>(
  options?: EventsOptions<EventItem<T>> & {
    readonly parse?: 'json' | undefined;
    readonly schema?: undefined;
    readonly types?: undefined;
  },
): ResponseReader<EventStream<T>>;
export function events(options?: AllEventsOptions): ResponseReader<EventStream<unknown>> {
  return eventsReader(readEventsOptions('events', options), EventFormat);
}

/**
 * Options of `graphqlEvents` in addition to `schema`: the options of `events` that the protocol doesn't fix.
 */
export interface GraphQLEventsOptions extends Omit<EventsOptions<never>, 'until' | 'ignoreContentType'> {
  /**
   * Converts the text of an event to a result, synchronously. Default: `JSON.parse`. If it throws, the item
   * has a `'parse'` error.
   */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/**
 * Reads the results of a GraphQL operation as server-sent events, with one connection for each operation
 * ("distinct connections mode"). Use it as the `responseType` of an `Operation` or of an endpoint. Each item
 * is the data of one result. A result with errors is an `'http'` item with `partialData`; the stream
 * continues. The server ends the stream with `complete`.
 *
 * Needs the package `eventsource-parser`, version 4.1 or a later 4.x.
 *
 * @throws TypeError for an invalid option.
 */
export function graphqlEvents<TSchema extends StandardSchemaV1>(
  options: GraphQLEventsOptions & {
    /** Validates the data of each result and sets its type. */
    readonly schema: TSchema;
  },
): ResponseReader<EventStream<InferOutput<TSchema>>>;
export function graphqlEvents<T = unknown>(
  options?: GraphQLEventsOptions & { readonly schema?: undefined },
): ResponseReader<EventStream<T>>;
export function graphqlEvents(
  options?: GraphQLEventsOptions & { readonly schema?: StandardSchemaV1 | undefined },
): ResponseReader<EventStream<unknown>> {
  const given: AllEventsOptions = { ...options, until: undefined, types: undefined };
  return eventsReader(readEventsOptions('graphqlEvents', given), GraphQLEventFormat);
}
