import { ignoringErrors } from '../../core/internal.js';
import { pullStream, withBody } from '../fetch-wrappers/around-fetch.js';

/** Bytes of a body. */
export type BodyData = Uint8Array<ArrayBuffer>;

/** Cancels an unread body, which would otherwise keep its connection open. */
export const discard = (response: Response | undefined): void =>
  void ignoringErrors(() => response?.body?.cancel());

/** A stream of the chunks that were already read, followed by the rest of the body or its error. */
function goingOn(
  read: readonly BodyData[],
  rest: () => Promise<BodyData | undefined>,
  cancel: (reason: unknown) => unknown,
) {
  const queue = [...read];
  return pullStream<BodyData>({
    async pull(controller) {
      const chunk = queue.shift() ?? (await rest());
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
    async cancel(reason) {
      await cancel(reason);
    },
  });
}

const joined = (chunks: readonly BodyData[], size: number): BodyData => {
  // Always copy: the producer of a chunk can reuse its memory for the response of another user.
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
};

/**
 * Reads all bytes of a body. If the body exceeds `most` bytes or breaks off, returns a response that repeats the bytes
 * read so far and then continues or fails like the original.
 */
export async function wholeBody(response: Response, most: number): Promise<BodyData | Response> {
  if (Number(response.headers.get('content-length')) > most) return response;
  const { body } = response;
  if (body === null) return new Uint8Array();
  // React Native has no body streams.
  if ((body as unknown) === undefined) {
    const whole = response.clone();
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.byteLength > most ? whole : bytes;
  }
  const reader = body.getReader();
  const chunks: BodyData[] = [];
  let size = 0;
  let failure: { readonly thrown: unknown } | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return joined(chunks, size);
      chunks.push(value);
      size += value.byteLength;
      if (size > most) break;
    }
  } catch (thrown) {
    failure = { thrown };
  }
  const rest = async (): Promise<BodyData | undefined> => {
    if (failure) throw failure.thrown;
    return (await reader.read()).value;
  };
  return withBody(
    response,
    goingOn(chunks, rest, (reason) => reader.cancel(reason)),
  );
}
