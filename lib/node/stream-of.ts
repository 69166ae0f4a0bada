import type { ResponseBytes } from './response-bytes.js';

/** The bytes as a web stream of bytes; nothing is read ahead of its reader. */
export function streamOf(bytes: ResponseBytes): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      type: 'bytes',
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
    },
    { highWaterMark: 0 },
  );
}
