import { quietly } from '../../core/seats.js';

/** The most that an answer may have: 1 MiB, which is a hundred times what the longest tokens take. */
const MOST_BYTES = 2 ** 20;

/**
 * The answer, read to its end: one that is endless would fill the memory.
 *
 * @param what Who has answered, for the error.
 */
export async function withinSize(response: Response, what: string): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const isTooLong = (bytes: number): boolean => bytes > MOST_BYTES;
  for (let said = Number(headers.get('content-length')); !isTooLong(said); said = size) {
    const { done, value } = await reader.read();
    if (done) {
      const hasBody = ![204, 205, 304].includes(status);
      return new Response(hasBody ? new Blob(chunks) : null, { status, statusText, headers });
    }
    chunks.push(value);
    size += value.byteLength;
  }
  void quietly(() => reader.cancel());
  throw new Error(`${what} has answered with more than 1 MiB.`);
}
