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
export type { EventsOptions, Reconnecting, ReconnectOptions } from './adapters/sse/events-options.js';
