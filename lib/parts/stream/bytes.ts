import { givenOptions, type ResponseReader } from '../../core/seats.js';
import { bytesOf, readLimits, readNumber, type StreamLimits } from '../../streaming.js';
import { BodyBytes, type ByteStream } from './byte-stream.js';

/** What `bytes` takes. */
export interface BytesOptions extends StreamLimits {
  /**
   * The most bytes that the body may have, after decompression; a larger one ends the stream with a `'parse'` item.
   * Default: `Infinity`.
   */
  readonly maxSize?: number | undefined;
}

/** Reads the bytes of a body, as they come: each chunk is an item. Throws a TypeError for an option that is none. */
export function bytes(options?: BytesOptions): ResponseReader<ByteStream> {
  const given = givenOptions(options);
  const limits = readLimits('bytes', given);
  const maxSize = readNumber('bytes', 'maxSize', given.maxSize, Infinity);
  return {
    headers: { accept: '*/*' },
    fetchOptions: { maxResponseSize: Infinity },
    open: (body) => new BodyBytes(body, bytesOf(body), maxSize, limits),
  };
}
