import type { ApiConfig } from '../../lib/index.js';

/** A fetch that lets no more than so many bytes of a body through. The recipe of docs/security.md. */
export const cappedFetch =
  (maxBytes: number): NonNullable<ApiConfig['fetch']> =>
  async (url, init) => {
    const response = await fetch(url, init);
    let read = 0;
    const cap = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        read += chunk.byteLength;
        if (read > maxBytes)
          controller.error(new RangeError(`The response has more than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(cap) ?? null, response);
  };
