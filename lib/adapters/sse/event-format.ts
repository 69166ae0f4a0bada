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

/** How many characters may wait beside the data of an event: other fields, a comment. */
const BESIDE_DATA = 1024;

/** An event as it was sent, its data a text. */
export interface RawEvent {
  readonly type: string;
  /** The last event id with this event, which the server may have given with an earlier one. */
  readonly id: string;
  readonly data: string;
}

/** Cuts an event stream, as the HTML standard says. */
class EventFraming implements Framing<RawEvent> {
  readonly #decoder = new Utf8();
  readonly #parser: EventSourceParser;
  readonly #maxSize: number;
  #tell: (event: RawEvent) => void = () => undefined;
  #isTooLarge = false;

  /** @param maxSize Characters that the data of one event may have. */
  constructor(maxSize: number, memory: EventMemory, onComment: ((comment: string) => void) | undefined) {
    this.#maxSize = maxSize;
    // What the parser is not given it must not find on `Object.prototype`.
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
    // The decoder takes the byte order mark; the parser would take a second one, which belongs to the text.
    this.#parser.feed('\n');
  }

  push(bytes: Uint8Array, tell: (event: RawEvent) => void): void {
    this.#tell = tell;
    this.#parser.feed(this.#decoder.decode(bytes));
    if (this.#isTooLarge || this.#isTerminated()) checkSize(Infinity, this.#maxSize);
  }

  /** Whether the parser has given up, for what waits is too large. Its `onError` would cost an Error for each odd line. */
  #isTerminated(): boolean {
    try {
      this.#parser.feed('');
      return false;
    } catch {
      return true;
    }
  }

  end(): void {
    // An event whose blank line has not come is dropped, as the standard says.
  }
}

/** The data of an event that tells of an error: what its JSON says, else the text. */
const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** An item as that of an event. One that failed is not copied, which would make its error. */
const withFields = <T>(item: Item<T>, { type, id }: EventFields): EventItem<T> =>
  isFailed(item) ? Object.assign(item, { type, id }) : { data: item.data, error: null, type, id };

/** Makes items of events. */
export class EventFormat implements Format<RawEvent, EventItem<unknown>> {
  readonly hasEndMark: boolean;
  protected readonly options: OwnEventsOptions;
  readonly #memory: EventMemory;
  /** The item of the last event, where that told of an error. */
  #lastFailed: FailedItem | undefined;

  /** @param hasEndMark Whether an end without a mark is none. Default: where `until` is a text. */
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
    // An event that tells of an error is no progress of the server's.
    this.#memory.hasCome ||= !this.#isFailure();
    return made;
  }

  #isFailure(): boolean {
    return this.#lastFailed !== undefined;
  }

  /** What the event comes to. */
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

/** Makes items of the results of an operation: the "distinct connections mode" of GraphQL over server-sent events. */
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
    const { kind, body: errors, ...told } = found;
    return failedItem(text, () => body.error(kind, errors, told));
  }
}
