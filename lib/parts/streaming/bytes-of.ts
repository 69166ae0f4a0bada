import { describeType, type OpenBody } from '../../core/seats.js';

/** Why nothing can be read from what a response has in the place of a body; undefined where it can. */
const mistakeOf = (bytes: unknown): string | undefined => {
  if (bytes === undefined)
    return 'This fetch gives no streams: in React Native use that of expo/fetch, as createApi({ fetch }).';
  const { getReader, locked } = bytes as Partial<ReadableStream>;
  if (typeof getReader !== 'function')
    return `This fetch gives a body that is ${describeType(bytes)}: use one that gives a ReadableStream.`;
  return locked ? 'Somebody else reads its body: a middleware reads a clone of the response.' : undefined;
};

/**
 * The bytes of a body that nobody has read; null where it has none.
 *
 * @throws An ApiError of the body where the platform can't give them.
 */
export function bytesOf(body: OpenBody): ReadableStream<Uint8Array> | null {
  const bytes: unknown = body.response.body;
  if (bytes === null) return null;
  const mistake = mistakeOf(bytes);
  if (mistake === undefined) return bytes as ReadableStream<Uint8Array>;
  throw body.error('parse', new TypeError(mistake), `can not be read as a stream. ${mistake}`);
}
