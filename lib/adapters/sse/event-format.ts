import {
  type ApiError,
  type OpenBody,
  ownValue,
  reporting,
  type StandardSchemaV1,
} from '../../core/seats.js';
import {
  failedItem,
  type FailedItem,
  type Format,
  type Framing,
  isFailed,
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

/**
 * An item as that of an event. Written out where it has data: a copy takes several times as long, for each event. One that
 * failed is not copied, which would make its error.
 */
export const withFields = <T>(item: Item<T>, { type, id }: EventFields): EventItem<T> =>
  isFailed(item) ? Object.assign(item, { type, id }) : { data: item.data, error: null, type, id };

/** Makes items of events. */
export class EventFormat implements Format<RawEvent, EventItem<unknown>> {
  readonly hasEndMark: boolean;
  readonly #options: OwnEventsOptions;
  readonly #memory: EventMemory;
  /** The item of the last event, where that told of an error. */
  #lastFailed: FailedItem | undefined;

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

  get failure(): ApiError | undefined {
    return this.#lastFailed?.error;
  }

  frame(): Framing<RawEvent> {
    const { maxItemSize, onComment } = this.#options;
    this.#lastFailed = undefined;
    return new EventFraming(
      maxItemSize,
      this.#memory,
      onComment && ((comment) => reporting(() => onComment(comment))),
    );
  }

  item(event: RawEvent, body: OpenBody): EventItem<unknown> | NoItem | Promise<EventItem<unknown> | NoItem> {
    this.#lastFailed = undefined;
    const made = this.made(event, body);
    // An event that tells of an error is no progress of the server's.
    this.#memory.hasCome ||= !this.#isFailure();
    return made;
  }

  /** Whether the last event told of an error. */
  #isFailure(): boolean {
    return this.#lastFailed !== undefined;
  }

  /** What the event comes to. */
  protected made(
    event: RawEvent,
    body: OpenBody,
  ): EventItem<unknown> | NoItem | Promise<EventItem<unknown> | NoItem> {
    const { types, schema, until, parse } = this.#options;
    const { type, data } = event;
    if (data === until) return 'end mark';
    const listed = types && ownValue(types, type);
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
    const item = failedItem(data, () => body.error('http', bodyOf(data), 'sent an error event'));
    this.#lastFailed = item;
    return item;
  }
}
