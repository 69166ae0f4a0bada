import { bare, type InferOutput, type ResponseReader, type StandardSchemaV1 } from '../../core/seats.js';
import { type EventStream, eventsReader } from './events.js';
import { type AllEventsOptions, type EventsOptions, readEventsOptions } from './events-options.js';
import { GraphQLEventFormat } from './graphql-event-format.js';

/** What `graphqlEvents` takes beside `schema`: what `events` takes, but for what the protocol says. */
export interface GraphQLEventsOptions extends Omit<EventsOptions<never>, 'until' | 'anyType'> {
  /** Makes the result of the text of an event, at once. What it throws makes a `'parse'` item. Default: `JSON.parse`. */
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
  const given = bare<AllEventsOptions>(options as AllEventsOptions, { until: undefined, types: undefined });
  return eventsReader(
    readEventsOptions('graphqlEvents', given),
    (own, memory) => new GraphQLEventFormat(own, memory),
  );
}
