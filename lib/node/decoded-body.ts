import { markSafeText } from '../core/platform/errors.js';
import { nullProto } from '../core/platform/values.js';
import type { BodyState, IncomingBody } from './incoming-body.js';
import {
  type Duplex,
  type Inflater,
  type SyncInflater,
  type ZlibOptions,
  nodeZlib as zlib,
  pipeline,
} from './node-api.js';
import { joined, sizeError, type TrackedBytes, unchanged } from './response-bytes.js';
import { rawHeader, type ResponseHead } from './response-headers.js';

const { constants } = zlib;

/** As in browsers and curl, accept data whose last block is incomplete. */
const LENIENT: ZlibOptions = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const LENIENT_BROTLI: ZlibOptions = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
};
/** RFC 9659, 3: a sender can require a window of at most 8 MB. */
const ZSTD: ZlibOptions = { params: { [constants.ZSTD_d_windowLogMax ?? 0]: 23 } };

interface Coding {
  readonly create: Inflater;
  readonly sync: SyncInflater;
  readonly options: ZlibOptions;
}

const gzip: Coding = { create: zlib.createGunzip, sync: zlib.gunzipSync, options: LENIENT };
const deflate: Coding = { create: zlib.createInflate, sync: zlib.inflateSync, options: LENIENT };
const rawDeflate: Coding = { create: zlib.createInflateRaw, sync: zlib.inflateRawSync, options: LENIENT };
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

/** Value of `accept-encoding`. Over plain HTTP, only the codings that every proxy supports, as in fetch. */
export const ACCEPTED = 'gzip, deflate';
export const ACCEPTED_SECURELY: string = CODINGS.has('zstd')
  ? 'br, gzip, deflate, zstd'
  : 'br, gzip, deflate';

/** A chain of codings can expand a small body many times. */
const MAX_CODINGS = 5;

/**
 * Returns the codings to decode, in this order; none if one is unknown, as in fetch. Throws for a chain that
 * is too long.
 */
const codingsOf = (contentEncoding: string): readonly Coding[] => {
  const names = contentEncoding.toLowerCase().split(',');
  if (names.length > MAX_CODINGS) {
    throw markSafeText(
      new Error(
        `The response has ${names.length} codings in content-encoding, but at most ${MAX_CODINGS} are decoded.`,
      ),
    );
  }
  const codings = names.map((name) => CODINGS.get(name.trim())).reverse();
  return codings.every((coding) => coding !== undefined) ? codings : [];
};

/**
 * Selects raw deflate if the bytes have no zlib header (RFC 1950, 2.2): some servers send it as `deflate`.
 */
const fittingCoding = (coding: Coding, bytes: Uint8Array): Coding =>
  coding === deflate && ((bytes[0] ?? 8) & 0x0f) !== 8 ? rawDeflate : coding;

/** Bytes: the largest compressed body to decode at once, and the largest result. */
const SMALL = 16 * 1024;
const LARGEST = 1024 * 1024;

/** Decodes on this thread, which is faster than a stream. Returns undefined if the result is too large. */
const decodedAtOnce = (
  codings: readonly Coding[],
  bytes: Uint8Array,
  limit: number,
): Uint8Array | undefined => {
  const maxOutputLength = Math.min(limit, LARGEST);
  try {
    return codings.reduce((raw, coding) => {
      const { sync, options } = fittingCoding(coding, raw);
      // An empty body is valid in every coding.
      return raw.length === 0 ? raw : sync(raw, nullProto(options, { maxOutputLength }));
    }, bytes);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw thrown;
  }
};

/** Yields the chunks of a body, after the first chunk if it was already read. */
const piecesOf = async function* (
  first: Uint8Array | undefined,
  body: IncomingBody,
): AsyncGenerator<Uint8Array, undefined> {
  for (let piece = first ?? (await body.next()); piece; piece = await body.next()) yield piece;
};

const withFirst = async function* (first: Uint8Array, rest: Pieces): AsyncGenerator<Uint8Array> {
  yield first;
  for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
};

type Pieces = AsyncIterator<Uint8Array, undefined>;

interface DecodeListener {
  /** Called when no more decoded bytes will be read. */
  finished(): void;
}

/** A compressed body that is decoded while it is read. Each coding can produce at most `limit` bytes. */
class DecodedBody implements TrackedBytes {
  readonly #body: IncomingBody;
  readonly #codings: readonly Coding[];
  readonly #limit: number;
  readonly #listener: DecodeListener;
  readonly #streams: Duplex[] = [];
  #size = 0;
  #pieces: Pieces | undefined;
  #state: BodyState = 'open';
  #reason: unknown;
  #failureListener: ((reason: unknown) => void) | undefined;

  constructor(body: IncomingBody, codings: readonly Coding[], limit: number, listener: DecodeListener) {
    this.#body = body;
    this.#codings = codings;
    this.#limit = limit;
    this.#listener = listener;
  }

  get size(): number {
    return this.#size;
  }

  get isOver(): boolean {
    return this.#state !== 'open';
  }

  get isComplete(): boolean {
    return this.#state === 'ended';
  }

  get failure(): { readonly reason: unknown } | undefined {
    return this.#state === 'failed' ? { reason: this.#reason } : undefined;
  }

  ownedBy(owner: object): void {
    this.#body.ownedBy(owner);
  }

  whenFailed(listener: (reason: unknown) => void): void {
    this.#failureListener = listener;
    this.#body.whenFailed((reason) => this.fail(reason));
  }

  async next(): Promise<Uint8Array | undefined> {
    const piece = this.isOver ? undefined : await this.#pulled();
    if (this.#state === 'failed') throw this.#reason;
    if (this.isOver) return undefined;
    if (piece) this.#size += piece.length;
    else this.#finish('ended');
    return piece;
  }

  async whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    this.#body.keep();
    const { completeSize = Infinity } = this.#body;
    if (this.#state === 'open' && !this.#pieces && completeSize <= SMALL) {
      const bytes = await this.#body.whole(unchanged);
      const decoded = this.isOver ? undefined : this.#atOnce(bytes);
      if (decoded) {
        this.#size = decoded.length;
        this.#finish('ended');
        return made(decoded);
      }
      this.#pieces = this.#open(bytes);
    }
    return made(await joined(() => this.next()));
  }

  cancel(reason?: unknown): void {
    if (!this.isOver) this.#stop('discarded', reason);
  }

  fail(reason: unknown): void {
    if (this.isOver) return;
    this.#reason = reason;
    this.#stop('failed', reason);
    this.#failureListener?.(reason);
  }

  /** Resolves with the next chunk; undefined at the end and after a failure. */
  async #pulled(): Promise<Uint8Array | undefined> {
    this.#pieces ??= this.#open(undefined);
    try {
      return (await this.#pieces.next()).value;
    } catch (thrown) {
      this.fail(this.#meaning(thrown));
      return undefined;
    }
  }

  #stop(state: BodyState, reason: unknown): void {
    this.#finish(state);
    this.#body.cancel(reason);
    for (const stream of this.#streams) stream.destroy();
  }

  #finish(state: BodyState): void {
    this.#state = state;
    this.#listener.finished();
  }

  /** Returns the decoded bytes; undefined if the body must be decoded through streams. */
  #atOnce(bytes: Uint8Array): Uint8Array | undefined {
    try {
      return decodedAtOnce(this.#codings, bytes, this.#limit);
    } catch (thrown) {
      const reason = this.#meaning(thrown);
      this.fail(reason);
      throw reason;
    }
  }

  #open(first: Uint8Array | undefined): Pieces {
    return this.#codings.reduce(
      (source, coding) => this.#undone(coding, source),
      piecesOf(first, this.#body),
    );
  }

  /** Decodes one content coding of a stream. An empty body is valid in every coding. */
  async *#undone(coding: Coding, source: Pieces): AsyncGenerator<Uint8Array, undefined> {
    let first = (await source.next()).value;
    while (first?.length === 0) first = (await source.next()).value;
    if (!first) return;
    // Only the first bytes show which kind of deflate this is.
    const { create, options } = fittingCoding(coding, first);
    const stream = pipeline([withFirst(first, source), create(nullProto(options))], (error) => {
      if (error) this.fail(this.#meaning(error));
    });
    this.#streams.push(stream);
    let size = 0;
    for await (const piece of stream) {
      size += piece.length;
      if (size > this.#limit) throw this.#tooLarge();
      yield piece;
    }
  }

  /** Stops decoding in all codings. */
  #tooLarge(): TypeError {
    const error = sizeError(this.#limit);
    this.fail(error);
    return error;
  }

  /** Returns the connection's error or the abort reason if there is one. Otherwise the bytes are invalid. */
  #meaning(cause: unknown): unknown {
    const { failure } = this.#body;
    return failure ? failure.reason : new TypeError('terminated', { cause });
  }
}

/** Statuses whose responses have no body: "null body status" in the fetch standard. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Returns the decoded body of a response; null if it has none. */
export function bytesOf(
  method: string,
  { status, headers }: ResponseHead,
  body: IncomingBody,
  limit: number,
  listener: DecodeListener,
): TrackedBytes | null {
  if (method === 'HEAD' || BODILESS.has(status)) return null;
  const encoding = rawHeader(headers, 'content-encoding');
  const codings = encoding ? codingsOf(encoding) : [];
  return codings.length > 0 ? new DecodedBody(body, codings, limit, listener) : body;
}
