import { joined } from './chunk-queue.js';

/** All bytes of a stream, which belongs to this reader from now on. */
export function wholeStream(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const reader = stream.getReader();
  return joined(async () => (await reader.read()).value);
}
