export type {
  EventFields,
  EventItem,
  EventSchemas,
  FailedItem,
  Item,
  ItemStream,
  TypedEventItem,
} from './adapters/sse/event.js';
export { events } from './adapters/sse/events.js';
export type { EventStream } from './adapters/sse/events.js';
export type {
  EventsOptions,
  ParseItem,
  Reconnecting,
  ReconnectOptions,
  SizeOption,
  StreamLimits,
  UntilOption,
} from './adapters/sse/events-options.js';
export { graphqlEvents } from './adapters/sse/graphql-events.js';
export type { GraphQLEventsOptions } from './adapters/sse/graphql-events.js';
