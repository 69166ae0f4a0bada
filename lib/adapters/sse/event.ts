import type { InferOutput, StandardSchemaV1 } from '../../core/seats.js';
import type { FailedItem, Item } from '../../streaming.js';

export type { FailedItem, Item, ItemStream } from '../../streaming.js';

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
