import { type Clock, type OpenBody, quietly, systemClock, timeoutError } from '../../core/seats.js';
import { type FailedItem, inTime, type Item, type ItemStream, LONGEST_WAIT } from '../../streaming.js';

const sinkFailed = (body: OpenBody, thrown: unknown): FailedItem => ({
  data: null,
  error: body.error('parse', thrown, {
    cause: thrown,
    reason: (words) => `could not be written to its sink: ${words.thrown(thrown)}`,
  }),
  ended: true,
});

/** The writing of a stream into a sink. */
class Pouring {
  readonly #stream: ItemStream<Item<Uint8Array>>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #body: OpenBody;
  readonly #clock: Clock;
  /** What was given to the sink last. */
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

  /** Writes all there is. Throws what the sink fails with. */
  async run(): Promise<Item<number>> {
    let written = 0;
    // A sink that fails while nothing comes must not wait for the next bytes.
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
    // Somebody hung up meanwhile: what is written is not the whole.
    if (interruption) return this.#giveUp(this.#body.error(interruption.kind, interruption.reason));
    return this.#close(written);
  }

  /** Lets the sink come to its end. The stream has ended, and nothing else would end what hangs. */
  async #close(written: number): Promise<Item<number>> {
    for (const step of [() => this.#writing, () => this.#writer.close()]) {
      const outcome = await inTime(Promise.resolve(step()), LONGEST_WAIT, this.#clock);
      if (outcome === 'late') {
        const told = `waited for its sink for ${String(LONGEST_WAIT)} ms`;
        return this.#giveUp(this.#body.error('timeout', timeoutError(`It ${told}.`), told));
      }
    }
    return { data: written, error: null };
  }

  readonly #fail = (thrown: unknown): void => {
    this.#failure ??= { thrown };
    void this.#stream.cancel();
  };

  #giveUp(error: FailedItem['error']): FailedItem {
    void quietly(() => this.#writer.abort(error));
    return { data: null, error, ended: true };
  }

  /** Waits until the sink wants more. A sink that is stuck must not keep a stream that is over. */
  #room(): Promise<void> | undefined {
    const { ready, desiredSize } = this.#writer;
    const writing = this.#writing;
    if (!writing || (desiredSize ?? 0) > 0) return undefined;
    return new Promise((resolve, reject) => {
      const forget = this.#body.onAbort(() => resolve());
      // A sink without a queue is never ready: it wants more when it has written what it has.
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
      return await new Pouring(stream, writer, body, clock).run();
    } finally {
      writer.releaseLock();
    }
  } catch (thrown) {
    await stream.cancel();
    return sinkFailed(body, thrown);
  }
}
