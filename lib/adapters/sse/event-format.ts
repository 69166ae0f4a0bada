import { reporting } from '../../core/platform/reporting.js';
import type { ApiError } from '../../core/result/api-error.js';
import type { OpenBody } from '../../core/wire/response-reader.js';
import type { StandardSchemaV1 } from '../../core/wire/standard-schema.js';
import {
  type FailedItem,
  type Format,
  type Framing,
  isUntil,
  type Item,
  itemOf,
  type NoItem,
} from '../../streaming.js';
import type { EventFields, EventItem } from './event.js';
import { EventFraming, type EventMemory, type RawEvent } from './event-framing.js';
import type { OwnEventsOptions } from './events-options.js';

/** The data of an event that tells of an error: what its JSON says, else the text. */
const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** An item as that of an event. Written out where it has data: a spread takes several times as long, for each event. */
export const withFields = <T>(item: Item<T>, { type, id }: EventFields): EventItem<T> =>
  item.error === null ? { data: item.data, error: null, type, id } : { ...item, type, id };

/** Makes items of events. */
export class EventFormat implements Format<RawEvent, EventItem<unknown>> {
  readonly hasEndMark: boolean;
  readonly #options: OwnEventsOptions;
  readonly #memory: EventMemory;

  /**
   * @param memory Of this stream alone.
   * @param hasEndMark Whether an end without a mark is none. Default: where `until` is a text.
   */
  constructor(
    options: OwnEventsOptions,
    memory: EventMemory,
    hasEndMark: boolean = typeof options.until === 'string',
  ) {
    this.#options = options;
    this.#memory = memory;
    this.hasEndMark = hasEndMark;
  }

  frame(): Framing<RawEvent> {
    const { maxItemSize, onComment } = this.#options;
    return new EventFraming(
      maxItemSize,
      this.#memory,
      onComment && ((comment) => reporting(() => onComment(comment))),
    );
  }

  item(event: RawEvent, body: OpenBody): EventItem<unknown> | NoItem | Promise<EventItem<unknown> | NoItem> {
    const { types, schema, until, parse } = this.#options;
    const { type, data } = event;
    if (data === until) return 'end mark';
    const listed = types && (Object.hasOwn(types, type) ? types[type] : undefined);
    if (type === 'error' && !listed) return withFields(this.#failedByServer(data, body), event);
    if (types && !listed) return 'passed over';
    const checked: StandardSchemaV1 | undefined = listed ?? schema;
    const made = itemOf(data, { parse, schema: checked }, body);
    return made instanceof Promise ? made.then((item) => withFields(item, event)) : withFields(made, event);
  }

  isLast(item: EventItem<unknown>): boolean {
    return isUntil<never>(this.#options.until, item as never);
  }

  failed(error: ApiError): EventItem<never> & FailedItem {
    return { data: null, error, ended: true, type: 'error', id: this.#memory.lastEventId };
  }

  #failedByServer(data: string, body: OpenBody): FailedItem {
    const error = body.error('http', bodyOf(data), 'sent an error event');
    return { data: null, error, ended: false, raw: data };
  }
}
