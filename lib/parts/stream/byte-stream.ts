import { bare, type OpenBody } from '../../core/seats.js';
import { BodyStream, type Item, type ItemStream, type OwnLimits } from '../../streaming.js';
import { ByteFormat } from './byte-format.js';
import { pour } from './pour.js';

/** The bytes of a body, as they come. */
export interface ByteStream extends ItemStream<Item<Uint8Array>> {
  /** The bytes as the platform's own stream, which fails with the `ApiError`. Cancelling it hangs up. */
  toReadable(): ReadableStream<Uint8Array>;
  /**
   * Writes everything into a sink, at the pace of the sink, and closes it; after a failure the sink is aborted with the
   * error. Never rejects.
   *
   * @returns How many bytes there were; where the sink failed, a `'parse'` error with what it threw as `cause`.
   */
  pipeTo(sink: WritableStream<Uint8Array>): Promise<Item<number>>;
}

/** The bytes of a body as items. */
export class BodyBytes extends BodyStream<Uint8Array, Item<Uint8Array>> implements ByteStream {
  readonly #body: OpenBody;

  constructor(body: OpenBody, bytes: ReadableStream<Uint8Array> | null, maxSize: number, limits: OwnLimits) {
    super(body, bytes, new ByteFormat(maxSize), limits);
    this.#body = body;
  }

  toReadable(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      bare<UnderlyingDefaultSource<Uint8Array>>({
        pull: async (controller) => {
          const { done, value: item } = await this.next();
          if (done) controller.close();
          else if (item.error) controller.error(item.error);
          else controller.enqueue(item.data);
        },
        cancel: () => this.cancel(),
      }),
      bare({ highWaterMark: 0 }),
    );
  }

  pipeTo(sink: WritableStream<Uint8Array>): Promise<Item<number>> {
    return pour(this, sink, this.#body);
  }
}
