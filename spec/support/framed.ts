import type { Framing } from '../../lib/features/streaming/format.js';
import { pieces } from './streamed.js';

/** Chunk sizes that cut a format at every position. */
export const CHUNK_SIZES: readonly number[] = [1, 2, 3, 7, Infinity];

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The result for the bytes of a connection, cut into chunks of this size. */
export const framed = <TRaw>(framing: Framing<TRaw>, bytes: Uint8Array, size: number): TRaw[] => {
  const raw: TRaw[] = [];
  const tell = (each: TRaw): void => void raw.push(each);
  for (const piece of pieces(bytes, size)) framing.push(piece, tell);
  framing.end(tell);
  return raw;
};
