import { markSafeText } from '../core/platform/errors.js';
import { nullProto } from '../core/platform/values.js';
import type { IncomingBody } from './incoming-body.js';
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

/** As browsers and curl do: what was sent counts, also when the last block was not closed properly. */
const LENIENT = nullProto<ZlibOptions>({
  flush: constants.Z_SYNC_FLUSH,
  finishFlush: constants.Z_SYNC_FLUSH,
});
const LENIENT_BROTLI = nullProto<ZlibOptions>({
  flush: constants.BROTLI_OPERATION_FLUSH,
  finishFlush: constants.BROTLI_OPERATION_FLUSH,
});
/** RFC 9659, 3: a window of 8 MB is the most that a sender may ask for. */
const ZSTD = nullProto<ZlibOptions>({ params: { [constants.ZSTD_d_windowLogMax ?? 0]: 23 } });

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

/** What a request says that it accepts; over plain HTTP what every proxy on the way knows, as fetch does. */
export const ACCEPTED = 'gzip, deflate';
export const ACCEPTED_SECURELY: string = CODINGS.has('zstd')
  ? 'br, gzip, deflate, zstd'
  : 'br, gzip, deflate';

/** A chain of codings makes a small body huge many times over. */
const MAX_CODINGS = 5;

/** What has to be undone, in this order; nothing where a coding is unknown, as fetch does. Throws for a long chain. */
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

/** Some servers mean the bare deflate format; the zlib header at the start of the bytes tells, RFC 1950, 2.2. */
const fittingCoding = (coding: Coding, bytes: Uint8Array): Coding =>
  coding === deflate && ((bytes[0] ?? 8) & 0x0f) !== 8 ? rawDeflate : coding;

/** In bytes: what of a body may be decompressed at once, and what it may become. */
const SMALL = 16 * 1024;
const LARGEST = 1024 * 1024;

/** Decompresses on this thread, which is faster than a stream; undefined when it grows too large for that. */
const decodedAtOnce = (
  codings: readonly Coding[],
  bytes: Uint8Array,
  limit: number,
): Uint8Array | undefined => {
  const maxOutputLength = Math.min(limit, LARGEST);
  try {
    return codings.reduce((raw, coding) => {
      const { sync, options } = fittingCoding(coding, raw);
      // An empty body is no error, whatever it should have been.
      return raw.length === 0 ? raw : sync(raw, nullProto(options, { maxOutputLength }));
    }, bytes);
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw thrown;
  }
};

/** A body as it comes, or behind the first of it. */
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

type State = 'open' | 'ended' | 'failed' | 'discarded';

interface Call {
  /** Nothing more will be read of what is decompressed. */
  finished(): void;
}

/** A compressed body, decompressed as it is read; at most `limit` bytes come out of each of its codings. */
class DecodedBody implements TrackedBytes {
  readonly #body: IncomingBody;
  readonly #codings: readonly Coding[];
  readonly #limit: number;
  readonly #call: Call;
  readonly #streams: Duplex[] = [];
  #size = 0;
  #pieces: Pieces | undefined;
  #state: State = 'open';
  #reason: unknown;
  #failureListener: ((reason: unknown) => void) | undefined;

  constructor(body: IncomingBody, codings: readonly Coding[], limit: number, call: Call) {
    this.#body = body;
    this.#codings = codings;
    this.#limit = limit;
    this.#call = call;
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

  /** Undefined at the end, and where it failed. */
  async #pulled(): Promise<Uint8Array | undefined> {
    this.#pieces ??= this.#open(undefined);
    try {
      return (await this.#pieces.next()).value;
    } catch (thrown) {
      this.fail(this.#meaning(thrown));
      return undefined;
    }
  }

  #stop(state: State, reason: unknown): void {
    this.#finish(state);
    this.#body.cancel(reason);
    for (const stream of this.#streams) stream.destroy();
  }

  #finish(state: State): void {
    this.#state = state;
    this.#call.finished();
  }

  /** Undefined when it has to be read through streams. */
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

  /** Undoes one content coding as the bytes come. An empty body is no error, whatever it should have been. */
  async *#undone(coding: Coding, source: Pieces): AsyncGenerator<Uint8Array, undefined> {
    let first = (await source.next()).value;
    while (first?.length === 0) first = (await source.next()).value;
    if (!first) return;
    // What is inside shows only now which deflate it is.
    const { create, options } = fittingCoding(coding, first);
    const stream = pipeline([withFirst(first, source), create(options)], (error) => {
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

  /** Nothing more is decompressed, in none of the codings. */
  #tooLarge(): TypeError {
    const error = sizeError(this.#limit);
    this.fail(error);
    return error;
  }

  /** What the wire or an abort did is passed on; anything else is wrong with the bytes. */
  #meaning(cause: unknown): unknown {
    const { failure } = this.#body;
    return failure ? failure.reason : new TypeError('terminated', { cause });
  }
}

/** Statuses whose responses have no body, fetch standard, "null body status". */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** What there is to read of an answer, decompressed; null for one that has no body. */
export function bytesOf(
  method: string,
  { status, headers }: ResponseHead,
  body: IncomingBody,
  limit: number,
  call: Call,
): TrackedBytes | null {
  if (method === 'HEAD' || BODILESS.has(status)) return null;
  const encoding = rawHeader(headers, 'content-encoding');
  const codings = encoding ? codingsOf(encoding) : [];
  return codings.length > 0 ? new DecodedBody(body, codings, limit, call) : body;
}
