export type { EventFields, EventItem, EventSchemas, TypedEventItem } from './adapters/sse/event.js';
export { events } from './adapters/sse/events.js';
export type { EventStream } from './adapters/sse/events.js';
export type { EventsOptions, Reconnecting, ReconnectOptions } from './adapters/sse/events-options.js';
export type { FailedItem, Item, ItemStream } from './adapters/sse/items.js';
