import { bare } from '../core/platform/bare.js';
import { type Inflater, type SyncInflater, type ZlibOptions, nodeZlib as zlib } from './node-api.js';

const { constants } = zlib;

/** As browsers and curl do: what was sent counts, also when the last block was not closed properly. */
const LENIENT = bare<ZlibOptions>({
  flush: constants.Z_SYNC_FLUSH,
  finishFlush: constants.Z_SYNC_FLUSH,
});
const LENIENT_BROTLI = bare<ZlibOptions>({
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
});
/** RFC 9659, 3: a window of 8 MB is the most that a sender may ask for. */
const ZSTD = bare<ZlibOptions>({ params: { [constants.ZSTD_d_windowLogMax ?? 0]: 23 } });

/** One way to undo a content coding. */
export interface Coding {
  readonly create: Inflater;
  readonly sync: SyncInflater;
  readonly options: ZlibOptions;
}

const gzip: Coding = { create: zlib.createGunzip, sync: zlib.gunzipSync, options: LENIENT };
const deflate: Coding = { create: zlib.createInflate, sync: zlib.inflateSync, options: LENIENT };
const br: Coding = {
  create: zlib.createBrotliDecompress,
  sync: zlib.brotliDecompressSync,
  options: LENIENT_BROTLI,
};

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', br],
  ...(zlib.createZstdDecompress && zlib.zstdDecompressSync
    ? [['zstd', { create: zlib.createZstdDecompress, sync: zlib.zstdDecompressSync, options: ZSTD }] as const]
    : []),
]);

const rawDeflate: Coding = {
  create: zlib.createInflateRaw,
  sync: zlib.inflateRawSync,
  options: LENIENT,
};

/** Some servers mean the bare deflate format; the zlib header at the start of the bytes tells, RFC 1950, 2.2. */
export const fittingCoding = (coding: Coding, bytes: Uint8Array): Coding =>
  coding === deflate && ((bytes[0] ?? 8) & 0x0f) !== 8 ? rawDeflate : coding;

/** A chain of codings makes a small body huge many times over. */
const MAX_CODINGS = 5;

/** What a request says that it accepts; over plain HTTP what every proxy on the way knows, as fetch does. */
export const ACCEPTED = 'gzip, deflate';
export const ACCEPTED_SECURELY: string = CODINGS.has('zstd')
  ? 'br, gzip, deflate, zstd'
  : 'br, gzip, deflate';

/** What has to be undone, in this order; nothing where a coding is unknown, as fetch does. Throws for a long chain. */
export function codingsOf(contentEncoding: string): readonly Coding[] {
  const names = contentEncoding.toLowerCase().split(',');
  if (names.length > MAX_CODINGS) {
    throw new Error(
      `The response names ${names.length} codings in content-encoding, one around the other; at most ${MAX_CODINGS} are undone.`,
    );
  }
  const codings = names.map((name) => CODINGS.get(name.trim())).reverse();
  return codings.every((coding) => coding !== undefined) ? codings : [];
}
