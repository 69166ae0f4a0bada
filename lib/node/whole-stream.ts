import { Buffer } from './node-api.js';

/** All bytes of a stream, which belongs to this reader from now on. */
export async function wholeStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks, size);
    chunks.push(value);
    size += value.length;
  }
}
