import { describeType } from '../core/platform/describe-type.js';
import { Buffer } from './node-api.js';
import type { RequestBody } from './request-body.js';

const bytesOf = (value: unknown): Uint8Array => {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  try {
    return Buffer.from(value as string);
  } catch (cause) {
    throw new TypeError(
      `A body that is iterated over has to give strings or bytes, and gave ${describeType(value)}.`,
      { cause },
    );
  }
};

/** What an object gives that can be iterated over, such as a Node stream or a generator: bytes, or text as UTF-8. */
export class IterableBody implements RequestBody {
  readonly type = null;
  readonly length = undefined;
  readonly replayable = false;
  readonly #iterator: AsyncIterator<unknown, unknown>;

  constructor(iterable: AsyncIterable<unknown>) {
    this.#iterator = iterable[Symbol.asyncIterator]();
  }

  async *open(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const { done, value } = await this.#iterator.next();
      if (done) return;
      const bytes = bytesOf(value);
      if (bytes.length > 0) yield bytes;
    }
  }

  cancel(reason: unknown): void {
    void Promise.resolve(this.#iterator.return?.(reason)).catch(() => undefined);
  }
}
