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

/** The data of a call: its events, as they come. */
export type EventStream<T> = ItemStream<EventItem<T>>;

/** A reader of events with these options. */
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
 * Reads server-sent events. The data of a call are its events: each is an item that never throws, its data parsed and
 * checked; a stream that breaks off, is silent for too long or is ended says so by its last item. With `reconnect` it goes
 * on by a further request, as the HTML standard has it.
 *
 * Needs the package `eventsource-parser`, version 4.1 or later of 4.
 *
 * @throws TypeError for an option that is none.
 */
export function events<const TTypes extends EventSchemas>(
  options: EventsOptions<TypedEventItem<TTypes>> & {
    /** Schemas by the type of the event; the others, but for `error`, are passed over. */
    readonly types: TTypes;
    readonly parse?: ParseItem | undefined;
    readonly schema?: undefined;
  },
): ResponseReader<ItemStream<TypedEventItem<TTypes>>>;
export function events<TSchema extends StandardSchemaV1>(
  options: EventsOptions<EventItem<InferOutput<TSchema>>> & {
    /** Checks the data of each event, and gives their type. */
    readonly schema: TSchema;
    readonly parse?: ParseItem | undefined;
    readonly types?: undefined;
  },
): ResponseReader<EventStream<InferOutput<TSchema>>>;
export function events<T>(
  options: EventsOptions<EventItem<T>> & {
    /** Makes data of the text, at once. What it throws makes a `'parse'` item. */
    readonly parse: (text: string) => T;
    readonly schema?: undefined;
    readonly types?: undefined;
  },
): ResponseReader<EventStream<T>>;
export function events(
  options: EventsOptions<EventItem<string>> & {
    /** Leaves the data the text that they are. */
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

/** What `graphqlEvents` takes beside `schema`: what `events` takes, but for what the protocol says. */
export interface GraphQLEventsOptions extends Omit<EventsOptions<never>, 'until' | 'ignoreContentType'> {
  /**
   * Makes the result of the text of an event, at once. Default: `JSON.parse`. What it throws makes a `'parse'` item.
   */
  readonly parse?: ((text: string) => unknown) | undefined;
}

/**
 * Reads the results of a GraphQL operation that come as server-sent events, a connection each ("distinct connections
 * mode"): the `responseType` of an `Operation`, or of an endpoint. Each item is the data of a result; one with errors is an
 * `'http'` item with `partialData`, and the next follows. The server ends the stream with `complete`.
 *
 * Needs the package `eventsource-parser`, version 4.1 or later of 4.
 *
 * @throws TypeError for an option that is none.
 */
export function graphqlEvents<TSchema extends StandardSchemaV1>(
  options: GraphQLEventsOptions & {
    /** Checks the data of each result, and gives their type. */
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
