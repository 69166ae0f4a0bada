import { bare } from '../core/platform/bare.js';

/** A stream that was read to its end: what `body` is where it is asked for after the reading. */
export function spentStream(): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    bare<UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>>({ start: (controller) => controller.close() }),
    bare<QueuingStrategy>(),
  );
  void stream.getReader().read();
  return stream;
}
