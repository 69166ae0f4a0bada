import { describeType } from '../core/platform/describe-type.js';
import { Buffer } from './node-api.js';
import type { RequestBody } from './request-body.js';

/** Text as UTF-8, and bytes in any view, as fetch sends them. */
const bytesOf = (value: unknown): Uint8Array => {
  if (typeof value === 'string') return Buffer.from(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new TypeError(
    `A ReadableStream body has to give strings or bytes in a view, and gave ${describeType(value)}.`,
  );
};

/** A stream of bytes or text, sent as it comes. */
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
      const bytes = bytesOf(value);
      if (bytes.length > 0) yield bytes;
    }
  }

  cancel(reason: unknown): void {
    this.#reader.cancel(reason).catch(() => undefined);
  }
}
