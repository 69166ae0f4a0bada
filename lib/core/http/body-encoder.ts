import { nextTurn, ticks } from '../platform/time.js';
import { ignoringErrors } from '../platform/user-callbacks.js';
import { AbortError, markSafeText, InvalidInputError } from '../platform/errors.js';
import {
  nullProto,
  className,
  describeType,
  hasMethods,
  isArrayBuffer,
  isBytes,
  isFormData,
  isSearchParams,
  isStream,
  isWebStream,
} from '../platform/values.js';
import type { JsonFormat } from './json.js';

/** The result of a body strategy. */
export interface EncodedBody {
  /** The body for fetch. An async iterable is converted to a stream when it is sent. */
  readonly body: RequestInit['body'];
  /** The default Content-Type; a Content-Type of the caller, at any level, wins. Null for none. */
  readonly contentType: string | null;
  /**
   * Whether the body is JSON whose member order has no meaning: caches then treat bodies that differ only in the order
   * as equal. Default: false.
   */
  readonly isJson?: boolean | undefined;
}

/**
 * Encodes one kind of request body. The first strategy that accepts a value encodes it. Strategies of
 * `createApi({ bodyStrategies })` are tried before the built-in ones.
 */
export interface BodyStrategy {
  /** Returns whether this strategy encodes the value: the params without the path params. */
  accepts(value: unknown): boolean;
  /** Creates the body. If it throws, the call returns a `'network'` error, and nothing is sent. */
  encode(value: unknown): EncodedBody;
}

export const NO_BODY: EncodedBody = { body: null, contentType: null };

/** Creates a strategy for values that are sent unchanged. */
const whole = (accepts: BodyStrategy['accepts'], contentType: string | null): BodyStrategy => ({
  accepts,
  encode: (value) => {
    // Check now, because middleware can wait a long time before the body is sent.
    if (isStream(value)) assertStreamUnused(value);
    return { body: value as RequestInit['body'], contentType };
  },
});

/** Bodies that are never a set of named fields, with their content types. Each value matches at most one of them. */
const WHOLE: readonly BodyStrategy[] = [
  /* @__PURE__ */ whole((value) => typeof value === 'string', 'text/plain'),
  // The runtime adds the type with the boundary. A FormData class from a package can be a Node stream instead.
  /* @__PURE__ */ whole((value) => isFormData(value) && !hasMethods(value, 'pipe'), null),
  /* @__PURE__ */ whole(isSearchParams, 'application/x-www-form-urlencoded'),
  /* @__PURE__ */ whole((value) => isBytes(value) || isStream(value), 'application/octet-stream'),
];

/** Encodes everything else as JSON: objects, arrays and instances with `toJSON`. */
const jsonBody = (json: JsonFormat): BodyStrategy => ({
  accepts: () => true,
  encode: (value) => {
    const body = json.stringify('params', value);
    if (body === undefined) throw InvalidInputError.of('params', value, 'a value whose toJSON() returns one');
    return { body, contentType: 'application/json', isJson: true };
  },
});

/** Encodes a value with the first strategy that accepts it: custom strategies, then the built-in ones. */
export class BodyEncoder {
  readonly #own: readonly BodyStrategy[];
  readonly #json: BodyStrategy;

  /** @param own The custom strategies. */
  constructor(own: readonly BodyStrategy[], json: JsonFormat) {
    this.#own = own;
    this.#json = jsonBody(json);
  }

  /**
   * Returns whether the value is sent as a whole, not as a set of named fields.
   *
   * @param asksOwn Whether to check the custom strategies too.
   */
  isWhole(value: unknown, asksOwn: boolean): boolean {
    const accepts = (strategy: BodyStrategy): boolean => strategy.accepts(value);
    return (asksOwn && this.#own.some(accepts)) || WHOLE.some(accepts);
  }

  /** @param isWhole False if the value is known to be a set of named fields. */
  encode(value: unknown, isWhole: boolean): EncodedBody {
    const strategies = isWhole ? [...this.#own, ...WHOLE] : this.#own;
    return (strategies.find((strategy) => strategy.accepts(value)) ?? this.#json).encode(value);
  }
}

/** Streams that were sent or cancelled: a stream can be read only once. */
const consumedStreams = /* @__PURE__ */ new WeakSet();

type Source = AsyncIterable<unknown> | ReadableStream<unknown>;

/**
 * Members of a Node stream, in addition to its iterator. Returning an iterator that was never used doesn't close the
 * stream.
 */
interface NodeStream {
  readonly destroyed?: boolean;
  /** The error that the stream failed with. */
  readonly errored?: Error | null;
  destroy?(): void;
  on?(event: 'error', listener: () => void): void;
}

/** The first half of a surrogate pair. */
const ENDS_IN_HALF = /[\uD800-\uDBFF]$/;

/**
 * Milliseconds after which the loop yields to the event loop: a stream whose parts are all available would block
 * deadlines.
 */
const LONGEST_TURN = 20;

/** Converts a part of a stream that isn't a string to bytes for fetch. */
const bytesOf = (part: unknown, source: object): Uint8Array => {
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  if (isArrayBuffer(part)) return new Uint8Array(part);
  throw markSafeText(
    new TypeError(`The ${className(source)} body yielded ${describeType(part)}: yield bytes or strings.`),
  );
};

/** A stream that can be sent once. */
interface ClaimedStream {
  readonly stream: ReadableStream<unknown>;
  /** Rejects with the error of the iteration. fetch reports less about it, or nothing. */
  readonly failure?: Promise<never>;
  /** Ends the iteration. fetch might leave it waiting for a part that never arrives. */
  readonly end?: () => void;
}

const iteratedStream = (source: AsyncIterable<unknown> & NodeStream): ClaimedStream => {
  const iterator: AsyncIterator<unknown, unknown> = source[Symbol.asyncIterator]();
  let half = '';
  let turnBegan = ticks();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let fail!: (thrown: unknown) => void;
  const failure = new Promise<never>((_resolve, reject) => (fail = reject));
  // fetch can have settled before the iteration fails.
  failure.catch(() => undefined);
  let isOver = false;
  const end = (reason: unknown): void => {
    if (isOver) return;
    isOver = true;
    // Error the stream instead of closing it: the server would take the body for complete.
    controller.error(reason);
    void ignoringErrors(() => {
      source.destroy?.();
      return iterator.return?.();
    });
  };
  const pull = async (): Promise<void> => {
    try {
      if (ticks() - turnBegan > LONGEST_TURN) {
        await nextTurn();
        turnBegan = ticks();
      }
      const { done, value } = await iterator.next();
      const isText = typeof value === 'string' && !done;
      const text = half + (isText ? value : '');
      half = (isText && ENDS_IN_HALF.exec(text)?.[0]) || '';
      // Enqueue even an empty part: after a pull, the stream waits until it gets one.
      controller.enqueue(new TextEncoder().encode(half ? text.slice(0, -1) : text));
      if (done) {
        isOver = true;
        controller.close();
      } else if (!isText) controller.enqueue(bytesOf(value, source));
    } catch (thrown) {
      // After the end, the closed stream and the closed iterator fail. fetch might still return a response.
      if (!isOver) fail(thrown);
      end(thrown);
    }
  };
  const stream = new ReadableStream<Uint8Array>(
    nullProto<UnderlyingDefaultSource<Uint8Array>>({
      start: (made) => void (controller = made),
      pull,
      cancel: end,
    }),
    nullProto<QueuingStrategy<Uint8Array>>({ highWaterMark: 0 }),
  );
  return { stream, failure, end: () => end(new AbortError('The call has ended.')) };
};

/** Throws if a stream can't be sent. Also handles its early `error` event, which would end the process. */
export function assertStreamUnused(source: Source): void {
  if (consumedStreams.has(source))
    throw new InvalidInputError(
      `The ${className(source)} was already sent: to resend it, read it into a Blob or ArrayBuffer first.`,
    );
  const stream = source as NodeStream;
  stream.on?.('error', () => undefined);
  if (stream.destroyed === true || (source as Partial<ReadableStream>).locked)
    throw (
      stream.errored ?? InvalidInputError.of('The body', source, 'a stream that is unread and not destroyed')
    );
}

/** Marks the source as used, and returns a stream for fetch. */
export function lockStream(source: Source): ClaimedStream {
  assertStreamUnused(source);
  consumedStreams.add(source);
  return isWebStream(source) ? { stream: source } : iteratedStream(source);
}

/** Cancels a stream that was not sent, because it will never be read. */
export function cancelUnsent(body: unknown): void {
  void ignoringErrors<unknown>(() => {
    if (!isStream(body) || consumedStreams.has(body)) return;
    assertStreamUnused(body);
    consumedStreams.add(body);
    (body as NodeStream).destroy?.();
    return isWebStream(body) ? body.cancel() : body[Symbol.asyncIterator]().return?.();
  });
}
