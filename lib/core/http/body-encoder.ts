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

/** What a body strategy makes of a value. */
export interface EncodedBody {
  /** As handed to fetch; what is iterated over with waiting, as a stream is made of it. */
  readonly body: RequestInit['body'];
  /** Set unless the caller set one at any level; null for none. */
  readonly contentType: string | null;
  /**
   * Whether the body is JSON text whose members may stand in any order: caches take two such bodies for one when only
   * the order differs. Default false.
   */
  readonly isJson?: boolean | undefined;
}

/**
 * One kind of request body. The first strategy of the list that accepts a value encodes it; those of
 * `createApi({ bodyStrategies })` are asked before the built-in ones.
 */
export interface BodyStrategy {
  /** Whether this strategy encodes the value: the params, without those that the path took. */
  accepts(value: unknown): boolean;
  /** Makes the body. What it throws becomes a `'network'` error; nothing is sent. */
  encode(value: unknown): EncodedBody;
}

export const NO_BODY: EncodedBody = { body: null, contentType: null };

/** A kind of bodies that are sent as they are. */
const whole = (accepts: BodyStrategy['accepts'], contentType: string | null): BodyStrategy => ({
  accepts,
  encode: (value) => {
    // At once: middleware may wait for long before it is sent.
    if (isStream(value)) assertStreamUnused(value);
    return { body: value as RequestInit['body'], contentType };
  },
});

/** Bodies that are never a set of named fields, with their types. No value is accepted by two of them. */
const WHOLE: readonly BodyStrategy[] = [
  /* @__PURE__ */ whole((value) => typeof value === 'string', 'text/plain'),
  // The runtime adds the type, which names the boundary. A form of a package is a stream of its own making.
  /* @__PURE__ */ whole((value) => isFormData(value) && !hasMethods(value, 'pipe'), null),
  /* @__PURE__ */ whole(isSearchParams, 'application/x-www-form-urlencoded'),
  /* @__PURE__ */ whole((value) => isBytes(value) || isStream(value), 'application/octet-stream'),
];

/** Everything else: objects, arrays and instances with `toJSON`. */
const jsonBody = (json: JsonFormat): BodyStrategy => ({
  accepts: () => true,
  encode: (value) => {
    const body = json.stringify('params', value);
    if (body === undefined) throw InvalidInputError.of('params', value, 'a value whose toJSON() returns one');
    return { body, contentType: 'application/json', isJson: true };
  },
});

/** Makes the body with the first strategy that accepts the value: the user's own, then the built-in ones. */
export class BodyEncoder {
  readonly #own: readonly BodyStrategy[];
  readonly #json: BodyStrategy;

  /** @param own The user's strategies. */
  constructor(own: readonly BodyStrategy[], json: JsonFormat) {
    this.#own = own;
    this.#json = jsonBody(json);
  }

  /**
   * Whether the value is a body by itself, and no set of named fields.
   *
   * @param asksOwn Whether the user's strategies are asked too.
   */
  isWhole(value: unknown, asksOwn: boolean): boolean {
    const accepts = (strategy: BodyStrategy): boolean => strategy.accepts(value);
    return (asksOwn && this.#own.some(accepts)) || WHOLE.some(accepts);
  }

  /** @param isWhole False for what is known to be a set of named fields. */
  encode(value: unknown, isWhole: boolean): EncodedBody {
    const strategies = isWhole ? [...this.#own, ...WHOLE] : this.#own;
    return (strategies.find((strategy) => strategy.accepts(value)) ?? this.#json).encode(value);
  }
}

/** Streams that were sent, or closed: a stream can be read only once. */
const consumedStreams = /* @__PURE__ */ new WeakSet();

type Source = AsyncIterable<unknown> | ReadableStream<unknown>;

/** What a stream of Node has beside its iterator, which ends nothing that nobody has begun to read. */
interface NodeStream {
  readonly destroyed?: boolean;
  /** What it failed with. */
  readonly errored?: Error | null;
  destroy?(): void;
  on?(event: 'error', listener: () => void): void;
}

/** The first half of a character that UTF-16 writes as two. */
const ENDS_IN_HALF = /[\uD800-\uDBFF]$/;

/** Milliseconds after which everything else gets its turn: parts that are all there would keep any deadline waiting. */
const LONGEST_TURN = 20;

/** A part of a stream that is no text, as fetch takes it. */
const bytesOf = (part: unknown, source: object): Uint8Array => {
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  if (isArrayBuffer(part)) return new Uint8Array(part);
  throw markSafeText(
    new TypeError(`The ${className(source)} body yielded ${describeType(part)}: yield bytes or strings.`),
  );
};

/** A stream for one sending. */
interface ClaimedStream {
  readonly stream: ReadableStream<unknown>;
  /** Rejects with what the iteration fails with, of which a fetch says less, or nothing. */
  readonly failure?: Promise<never>;
  /** Ends the iteration, which a fetch may leave waiting for a part that never comes. */
  readonly end?: () => void;
}

const iteratedStream = (source: AsyncIterable<unknown> & NodeStream): ClaimedStream => {
  const iterator: AsyncIterator<unknown, unknown> = source[Symbol.asyncIterator]();
  let half = '';
  let turnBegan = ticks();
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  let fail!: (thrown: unknown) => void;
  const failure = new Promise<never>((_resolve, reject) => (fail = reject));
  // The fetch may have settled long before.
  failure.catch(() => undefined);
  let isOver = false;
  const end = (reason: unknown): void => {
    if (isOver) return;
    isOver = true;
    // No end, or the server would take the body for a whole one.
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
      // Also where that is nothing: a stream that was asked waits until it gets something.
      controller.enqueue(new TextEncoder().encode(half ? text.slice(0, -1) : text));
      if (done) {
        isOver = true;
        controller.close();
      } else if (!isText) controller.enqueue(bytesOf(value, source));
    } catch (thrown) {
      fail(thrown);
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

/** Refuses a stream that can't be sent, and keeps an error that it tells before it is read from ending the process. */
export function assertStreamUnused(source: Source): void {
  if (consumedStreams.has(source))
    throw new InvalidInputError(
      `The ${className(source)} was already sent: to resend it, read it into a Blob or ArrayBuffer first.`,
    );
  const stream = source as NodeStream;
  if (stream.destroyed === true || (source as Partial<ReadableStream>).locked)
    throw (
      stream.errored ?? InvalidInputError.of('The body', source, 'a stream that is unread and not destroyed')
    );
  stream.on?.('error', () => undefined);
}

/** The stream that fetch takes, for one sending. */
export function lockStream(source: Source): ClaimedStream {
  assertStreamUnused(source);
  consumedStreams.add(source);
  return isWebStream(source) ? { stream: source } : iteratedStream(source);
}

/** Closes what is a stream, and was not sent: nobody will read it. */
export function cancelUnsent(body: unknown): void {
  void ignoringErrors<unknown>(() => {
    if (!isStream(body) || consumedStreams.has(body)) return;
    assertStreamUnused(body);
    consumedStreams.add(body);
    (body as NodeStream).destroy?.();
    return isWebStream(body) ? body.cancel() : body[Symbol.asyncIterator]().return?.();
  });
}
