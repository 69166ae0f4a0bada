import { describeType } from '../../core/platform/describe-type.js';
import type { OpenBody } from '../../core/wire/response-reader.js';

/**
 * The bytes of a body that nobody has read; null where it has none.
 *
 * @throws An ApiError of the body where the platform can't give them.
 */
export function bytesOf(body: OpenBody): ReadableStream<Uint8Array> | null {
  const bytes: unknown = body.response.body;
  if (bytes === null) return null;
  if (typeof (bytes as Partial<ReadableStream> | undefined)?.getReader === 'function')
    return bytes as ReadableStream<Uint8Array>;
  const mistake = new TypeError(
    bytes === undefined
      ? 'This fetch gives no streams: in React Native use that of expo/fetch, as createApi({ fetch }).'
      : `This fetch gives a body that is ${describeType(bytes)}: use one that gives a ReadableStream.`,
  );
  throw body.error('parse', mistake, `can not be read as a stream. ${mistake.message}`);
}
