import {
  createParser,
  type EventSourceParser,
  type ParserCallbacks,
  type ParserConfig,
} from 'eventsource-parser';
import { type ApiError, nullProto, type OpenBody, callReporting } from '../../core/internal.js';
import { readExecution } from '../../features/graphql-results/execution.js';
import { checkSize } from '../../features/streaming/limits.js';
import {
  type FailedItem,
  failedItem,
  type Format,
  type Framing,
  isFailed,
  type Item,
  type NoItem,
  Utf8,
} from '../../features/streaming/format.js';
import { isUntil, itemOf, unparsed } from '../../features/streaming/item-content.js';
import type { EventFields, EventItem, OwnEventsOptions } from './events-options.js';
import type { EventMemory } from './reconnection.js';

/** Characters that can be buffered in addition to the data of an event: other fields and comments. */
const BESIDE_DATA = 1024;

/** An event as received, with its data as a string. */
export interface RawEvent {
  readonly type: string;
  /** The last event id at this event. An earlier event can have set it. */
  readonly id: string;
  readonly data: string;
}

/** Splits a byte stream into events, by the HTML standard. */
class EventFraming implements Framing<RawEvent> {
  readonly #decoder = new Utf8();
  readonly #parser: EventSourceParser;
  readonly #maxSize: number;
  #tell: (event: RawEvent) => void = () => undefined;
  #isTooLarge = false;

  /**
   * Creates the framing.
   *
   * @param maxSize Maximum length of an event's data, in characters.
   */
  constructor(maxSize: number, memory: EventMemory, onComment: ((comment: string) => void) | undefined) {
    this.#maxSize = maxSize;
    // A null prototype: the parser must not read a missing callback from `Object.prototype`.
    const callbacks = nullProto<ParserCallbacks & ParserConfig>({
      maxBufferSize: maxSize + BESIDE_DATA,
      onComment,
      onId: (id) => void (memory.lastEventId = id),
      onRetry: (ms) => void (memory.retry = ms),
      onEvent: ({ event = 'message', data }) => {
        if (data.length > maxSize) this.#isTooLarge = true;
        else if (!this.#isTooLarge) this.#tell({ type: event, id: memory.lastEventId, data });
      },
    });
    this.#parser = createParser(callbacks);
    // The decoder removes the first byte order mark. Without this line the parser would remove a second one,
    // which is part of the text.
    this.#parser.feed('\n');
  }

  push(bytes: Uint8Array, tell: (event: RawEvent) => void): void {
    this.#tell = tell;
    this.#parser.feed(this.#decoder.decode(bytes));
    if (this.#isTooLarge || this.#isTerminated()) checkSize(Infinity, this.#maxSize);
  }

  /**
   * Whether the parser has stopped because its buffer is full. Its `onError` would create an Error for each
   * invalid line.
   */
  #isTerminated(): boolean {
    try {
      this.#parser.feed('');
      return false;
    } catch {
      return true;
    }
  }

  end(): void {
    // The HTML standard drops an event without its final blank line.
  }
}

/** Returns the body of an error event: the parsed JSON, or the string if it is not JSON. */
const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Adds the fields of an event to an item. A failed item isn't copied, because that would create its error.
 */
const withFields = <T>(item: Item<T>, { type, id }: EventFields): EventItem<T> =>
  isFailed(item) ? Object.assign(item, { type, id }) : { data: item.data, error: null, type, id };

/** Converts events to items. */
export class EventFormat implements Format<RawEvent, EventItem<unknown>> {
  readonly hasEndMark: boolean;
  protected readonly options: OwnEventsOptions;
  readonly #memory: EventMemory;
  /** The item of the last event, if it was an error event. */
  #lastFailed: FailedItem | undefined;

  /**
   * Creates the format.
   *
   * @param hasEndMark Whether a stream that ends without an end mark has failed. Default: true if `until` is
   * a string.
   */
  constructor(
    options: OwnEventsOptions,
    memory: EventMemory,
    hasEndMark: boolean = typeof options.until === 'string',
  ) {
    this.options = options;
    this.#memory = memory;
    this.hasEndMark = hasEndMark;
  }

  get failure(): ApiError | undefined {
    return this.#lastFailed?.error;
  }

  frame(): Framing<RawEvent> {
    const { maxItemSize, onComment } = this.options;
    this.#lastFailed = undefined;
    return new EventFraming(
      maxItemSize,
      this.#memory,
      onComment && ((comment) => callReporting(() => onComment(comment))),
    );
  }

  item(event: RawEvent, body: OpenBody): EventItem<unknown> | NoItem | Promise<EventItem<unknown> | NoItem> {
    this.#lastFailed = undefined;
    const made = this.made(event, body);
    // An `error` event doesn't count as progress.
    this.#memory.hasCome ||= !this.#isFailure();
    return made;
  }

  #isFailure(): boolean {
    return this.#lastFailed !== undefined;
  }

  /** Converts an event to an item, or to a marker that it produces none. */
  protected made(
    event: RawEvent,
    body: OpenBody,
  ): EventItem<unknown> | NoItem | Promise<EventItem<unknown> | NoItem> {
    const { types, schema, until, parse } = this.options;
    const { type, data } = event;
    if (data === until) return 'end mark';
    const listed = types && Object.hasOwn(types, type) ? types[type] : undefined;
    if (type === 'error' && !listed) return withFields(this.#failedByServer(data, body), event);
    if (types && !listed) return 'passed over';
    const made = itemOf(data, { parse, schema: listed ?? schema }, body);
    return made instanceof Promise ? made.then((item) => withFields(item, event)) : withFields(made, event);
  }

  isLast(item: EventItem<unknown>): boolean {
    return isUntil<never>(this.options.until, item as never);
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

/**
 * Converts the results of a GraphQL operation to items: the "distinct connections mode" of GraphQL over
 * server-sent events.
 */
export class GraphQLEventFormat extends EventFormat {
  constructor(options: OwnEventsOptions, memory: EventMemory) {
    super(options, memory, true);
  }

  protected override made(
    event: RawEvent,
    body: OpenBody,
  ): EventItem<unknown> | NoItem | Promise<EventItem<unknown> | NoItem> {
    if (event.type === 'complete') return 'end mark';
    if (event.type === 'error') return super.made(event, body);
    if (event.type !== 'next') return 'passed over';
    const made = this.#resultOf(event.data, body);
    return made instanceof Promise ? made.then((item) => withFields(item, event)) : withFields(made, event);
  }

  #resultOf(text: string, body: OpenBody): Item<unknown> | Promise<Item<unknown>> {
    const { parse, schema } = this.options;
    const root = itemOf(text, { parse, schema: undefined }, body) as Item<unknown>;
    if (isFailed(root)) return root;
    const found = readExecution(root.data, 'sent');
    if (typeof found === 'string')
      return unparsed(text, body, () => new TypeError(`The result is ${found}.`), `sent ${found}`);
    if (!found.kind) return itemOf(text, { parse: () => found.data, schema }, body);
    const { kind, body: errors, ...details } = found;
    return failedItem(text, () => body.error(kind, errors, details));
  }
}
