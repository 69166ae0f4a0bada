import { BodyStream, bytesOf } from '../streaming/body-stream.js';
import {
  type FailedItem,
  type Format,
  type Framing,
  type Item,
  type ItemStream,
  TooLarge,
} from '../streaming/format.js';
import {
  inTime,
  LONGEST_WAIT,
  type OwnLimits,
  readLimits,
  readNumber,
  type StreamLimits,
} from '../streaming/limits.js';
import { reader } from '../streaming/open-bodies.js';
import {
  nullProto,
  type Clock,
  givenOptions,
  type OpenBody,
  describeUserError,
  ignoringErrors,
  type ResponseReader,
  systemClock,
  timeoutError,
} from '../../core/internal.js';

/**
 * Treats each chunk as an item, and limits the total size. Also frames itself: a byte stream has a single connection.
 */
class ByteFormat implements Format<Uint8Array, Item<Uint8Array>>, Framing<Uint8Array> {
  readonly hasEndMark = false;
  readonly failure = undefined;
  readonly #maxSize: number;
  #size = 0;

  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  frame(): this {
    return this;
  }

  push(bytes: Uint8Array, tell: (bytes: Uint8Array) => void): void {
    this.#size += bytes.byteLength;
    if (this.#size > this.#maxSize) throw new TooLarge(`returned a body of more than ${this.#maxSize} bytes`);
    tell(bytes);
  }

  end(): void {
    // Bytes have no incomplete item.
  }

  item(data: Uint8Array): Item<Uint8Array> {
    return { data, error: null };
  }

  isLast(): boolean {
    return false;
  }

  failed(error: FailedItem['error']): FailedItem {
    return { data: null, error, ended: true };
  }
}

/** Writes a stream into a sink. */
class PipeState {
  readonly #stream: ItemStream<Item<Uint8Array>>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #body: OpenBody;
  readonly #clock: Clock;
  /** The latest write to the sink. */
  #writing: Promise<void> | undefined;
  #failure: { readonly thrown: unknown } | undefined;

  constructor(
    stream: ItemStream<Item<Uint8Array>>,
    writer: WritableStreamDefaultWriter<Uint8Array>,
    body: OpenBody,
    clock: Clock,
  ) {
    this.#stream = stream;
    this.#writer = writer;
    this.#body = body;
    this.#clock = clock;
  }

  /** Writes the whole stream. Throws the sink's error. */
  async run(): Promise<Item<number>> {
    let written = 0;
    // If the sink fails while no bytes arrive, end immediately.
    this.#writer.closed.catch(this.#fail);
    for await (const { data, error } of this.#stream) {
      if (error) return this.#giveUp(error);
      await this.#room();
      this.#writing = this.#writer.write(data);
      this.#writing.catch(this.#fail);
      written += data.byteLength;
    }
    if (this.#failure) throw this.#failure.thrown;
    const { interruption } = this.#body;
    // The written bytes are incomplete.
    if (interruption) return this.#giveUp(this.#body.error(interruption.kind, interruption.reason));
    // The stream has ended, so only this timeout can end a hanging sink.
    for (const step of [() => this.#writing, () => this.#writer.close()]) {
      const outcome = await inTime(Promise.resolve(step()), LONGEST_WAIT, this.#clock);
      if (outcome === 'late') {
        const reason = `waited ${String(LONGEST_WAIT)} ms for its sink`;
        return this.#giveUp(this.#body.error('timeout', timeoutError(reason), reason));
      }
    }
    return { data: written, error: null };
  }

  readonly #fail = (thrown: unknown): void => {
    this.#failure ??= { thrown };
    void this.#stream.cancel();
  };

  #giveUp(error: FailedItem['error']): FailedItem {
    void ignoringErrors(() => this.#writer.abort(error));
    return { data: null, error, ended: true };
  }

  /** Waits until the sink accepts more. A blocked sink must not delay the end of the stream. */
  #room(): Promise<void> | undefined {
    const { ready, desiredSize } = this.#writer;
    const writing = this.#writing;
    if (!writing || (desiredSize ?? 0) > 0) return undefined;
    return new Promise((resolve, reject) => {
      const forget = this.#body.onAbort(() => resolve());
      // A sink without a queue is never ready: it accepts more after each write.
      Promise.race([ready, writing]).finally(forget).then(resolve, reject);
    });
  }
}

/** Writes all items of a stream into a sink. Never rejects. */
export async function pour(
  stream: ItemStream<Item<Uint8Array>>,
  sink: WritableStream<Uint8Array>,
  body: OpenBody,
  clock: Clock = systemClock,
): Promise<Item<number>> {
  try {
    const writer = sink.getWriter();
    try {
      return await new PipeState(stream, writer, body, clock).run();
    } finally {
      writer.releaseLock();
    }
  } catch (thrown) {
    await stream.cancel();
    const reason = `can't be written to its sink: ${describeUserError(thrown)}`;
    return { data: null, error: body.error('parse', thrown, { cause: thrown, reason }), ended: true };
  }
}

/** The bytes of a body as they arrive. */
export interface ByteStream extends ItemStream<Item<Uint8Array>> {
  /** Returns the bytes as a platform stream, which fails with the `ApiError`. Cancelling it closes the connection. */
  toReadable(): ReadableStream<Uint8Array>;
  /**
   * Writes all bytes into a sink at the sink's speed, then closes it. After a failure, the sink is aborted with the
   * error. Never rejects.
   *
   * @returns Number of bytes. If the sink fails, a `'parse'` error whose `cause` is the sink's error.
   */
  pipeTo(sink: WritableStream<Uint8Array>): Promise<Item<number>>;
}

/** The bytes of a body as items. */
class BodyBytes extends BodyStream<Uint8Array, Item<Uint8Array>> implements ByteStream {
  readonly #body: OpenBody;

  constructor(body: OpenBody, bytes: ReadableStream<Uint8Array> | null, maxSize: number, limits: OwnLimits) {
    super(body, bytes, new ByteFormat(maxSize), limits);
    this.#body = body;
  }

  toReadable(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      nullProto<UnderlyingDefaultSource<Uint8Array>>({
        pull: async (controller) => {
          const { done, value: item } = await this.next();
          if (done) controller.close();
          else if (item.error) controller.error(item.error);
          else controller.enqueue(item.data);
        },
        cancel: () => this.cancel(),
      }),
      nullProto({ highWaterMark: 0 }),
    );
  }

  pipeTo(sink: WritableStream<Uint8Array>): Promise<Item<number>> {
    return pour(this, sink, this.#body);
  }
}

/** Options of `bytes`. */
export interface BytesOptions extends StreamLimits {
  /**
   * Maximum size of the body in bytes, after decompression. A larger body ends the stream with a `'parse'` item. Throws
   * a TypeError for a value that isn't a number.
   *
   * @default Infinity
   */
  readonly maxSize?: number | undefined;
}

/** Reads the bytes of a body as they arrive; each chunk is an item. Throws a TypeError for an invalid option. */
export function bytes(options?: BytesOptions): ResponseReader<ByteStream> {
  const given = givenOptions(options);
  const limits = readLimits('bytes', given);
  const maxSize = readNumber('bytes', 'maxSize', given.maxSize, Infinity);
  return reader({
    headers: { accept: '*/*' },
    fetchOptions: { maxResponseSize: Infinity },
    open: (body) => new BodyBytes(body, bytesOf(body), maxSize, limits),
  });
}
