import { bare } from '../core/platform/bare.js';
import type { ResponseBytes } from './response-bytes.js';

/** The bytes as a web stream of bytes; nothing is read ahead of its reader. */
export function streamOf(bytes: ResponseBytes): ReadableStream<Uint8Array<ArrayBuffer>> {
  // Bare, so that what somebody put on Object.prototype is not read as a part of it.
  const source = bare<UnderlyingByteSource>({
    type: 'bytes',
    start(controller) {
      // Not held by the wire: a stream that nobody has any more has to be collected.
      const ref = new WeakRef(controller);
      bytes.whenFailed((reason) => ref.deref()?.error(reason));
    },
    async pull(controller) {
      let chunk = await bytes.next();
      while (chunk?.length === 0) chunk = await bytes.next();
      if (!chunk) {
        controller.close();
        controller.byobRequest?.respond(0);
      }
      // A copy: a byte stream takes the buffer away from its giver, and others may look at it.
      else controller.enqueue(new Uint8Array(chunk));
    },
    cancel: (reason) => bytes.cancel(reason),
  });
  return new ReadableStream(source, bare<QueuingStrategy>({ highWaterMark: 0 }));
}
