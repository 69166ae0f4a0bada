export { events, graphqlEvents } from '../adapters/sse/events.js';
export type { EventStream, GraphQLEventsOptions } from '../adapters/sse/events.js';
export type {
  EventFields,
  EventItem,
  EventSchemas,
  EventsOptions,
  FailedItem,
  Item,
  ItemStream,
  ParseItem,
  SizeOption,
  StreamLimits,
  TypedEventItem,
  UntilOption,
} from '../adapters/sse/events-options.js';
export type { ReconnectInfo, ReconnectOptions } from '../adapters/sse/reconnection.js';
