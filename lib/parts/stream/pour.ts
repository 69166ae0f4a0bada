import { quietly } from '../../core/platform/quietly.js';
import type { OpenBody } from '../../core/wire/response-reader.js';
import type { FailedItem, Item, ItemStream } from '../../streaming.js';

const sinkFailed = (body: OpenBody, thrown: unknown): FailedItem => ({
  data: null,
  error: body.error('parse', thrown, {
    cause: thrown,
    reason: (words) => `could not be written to its sink: ${words.thrown(thrown)}`,
  }),
  ended: true,
});

/** Writes all items of a stream into a sink. Never rejects. */
export async function pour(
  stream: ItemStream<Item<Uint8Array>>,
  sink: WritableStream<Uint8Array>,
  body: OpenBody,
): Promise<Item<number>> {
  let written = 0;
  try {
    const writer = sink.getWriter();
    // A sink that fails while nothing comes must not wait for the next bytes.
    void writer.closed.catch(() => stream.cancel());
    for await (const { data, error } of stream) {
      if (error) {
        void quietly(() => writer.abort(error));
        return { data: null, error, ended: true };
      }
      await writer.ready;
      // Its failure comes with the next `ready`, or with `close`.
      void quietly(() => writer.write(data));
      written += data.byteLength;
    }
    await writer.close();
    return { data: written, error: null };
  } catch (thrown) {
    await stream.cancel();
    return sinkFailed(body, thrown);
  }
}
