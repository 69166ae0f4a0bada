import { describeType } from '../core/platform/describe-type.js';
import type { RequestBody } from './request-body.js';

/** A stream of bytes, sent as it comes. */
export class StreamBody implements RequestBody {
  readonly type = null;
  readonly length = undefined;
  readonly replayable = false;
  readonly #reader: ReadableStreamDefaultReader<unknown>;

  constructor(stream: ReadableStream) {
    this.#reader = stream.getReader();
  }

  async *open(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return;
      if (Object.prototype.toString.call(value) !== '[object Uint8Array]') {
        throw new TypeError(
          `A ReadableStream body has to give Uint8Array chunks, and gave ${describeType(value)}.`,
        );
      }
      yield value as Uint8Array;
    }
  }

  cancel(reason: unknown): void {
    this.#reader.cancel(reason).catch(() => undefined);
  }
}
