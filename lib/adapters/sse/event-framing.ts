import {
  createParser,
  type EventSourceParser,
  type ParserCallbacks,
  type ParserConfig,
} from 'eventsource-parser';
import { bare } from '../../core/seats.js';
import { checkSize, type Framing, Utf8 } from '../../streaming.js';

/** What may wait beside the data of an event that is not complete, in characters: the other fields, a comment. */
const BESIDE_DATA = 1024;

/** An event as it was sent, its data a text. */
export interface RawEvent {
  readonly type: string;
  /** The last event id with this event, which the server may have given with an earlier one. */
  readonly id: string;
  readonly data: string;
}

/** What a stream remembers from one connection to the next. */
export interface EventMemory {
  /** That of the last complete block. */
  lastEventId: string;
  /** What the server asks to wait before a further connection, in milliseconds; undefined where it asks for nothing. */
  retry: number | undefined;
  /** Whether an event has come, other than of an error, since the last try for a further connection. */
  hasCome: boolean;
}

/** Cuts an event stream, as the HTML standard says. */
export class EventFraming implements Framing<RawEvent> {
  readonly #decoder = new Utf8();
  readonly #parser: EventSourceParser;
  readonly #maxSize: number;
  #tell: (event: RawEvent) => void = () => undefined;
  #isTooLarge = false;

  /**
   * @param maxSize Characters that the data of one event may have.
   * @param onComment Gets the text of each comment; undefined where nobody wants them.
   */
  constructor(maxSize: number, memory: EventMemory, onComment: ((comment: string) => void) | undefined) {
    this.#maxSize = maxSize;
    // What the parser is not given it must not find on `Object.prototype`.
    const callbacks = bare<ParserCallbacks & ParserConfig>({
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

  /**
   * Whether the parser has given up, for what waits is too large: it then throws when it is fed. Its `onError` would say so,
   * too, at the cost of an Error with its stack for each line that it doesn't know.
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
    // An event whose blank line has not come is dropped, as the standard says.
  }
}
