import { Buffer } from './node-api.js';

/** All pieces in one, read until there are no more. */
export async function joined(next: () => Promise<Uint8Array | undefined>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let piece = await next(); piece; piece = await next()) {
    pieces.push(piece);
    size += piece.length;
  }
  return Buffer.concat(pieces, size);
}
