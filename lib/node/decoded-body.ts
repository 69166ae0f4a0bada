import { type Coding, RAW_DEFLATE, isRawDeflate } from './content-codings.js';
import type { IncomingBody } from './incoming-body.js';
import { Buffer, type Duplex, pipeline } from './node-api.js';
import type { ResponseBytes } from './response-bytes.js';
import { sizeError } from './size-error.js';

/** Compressed, in bytes: below this, one go on this thread is faster than a stream. */
const SMALL = 16 * 1024;
/** What one go may become before a stream takes over. */
const SMALL_OUTPUT = 1024 * 1024;

const without = async function* (first: Uint8Array, body: IncomingBody): AsyncGenerator<Uint8Array> {
  for (let chunk: Uint8Array | undefined = first; chunk; chunk = await body.next()) yield chunk;
};

/** A compressed body, decompressed as it is read; at most `limit` bytes come out. */
export class DecodedBody implements ResponseBytes {
  readonly #body: IncomingBody;
  readonly #codings: readonly Coding[];
  readonly #limit: number;
  #size = 0;
  #pieces: AsyncIterator<Uint8Array> | undefined;
  #stream: Duplex | undefined;

  constructor(body: IncomingBody, codings: readonly Coding[], limit: number) {
    this.#body = body;
    this.#codings = codings;
    this.#limit = limit;
  }

  ownedBy(owner: object): void {
    this.#body.ownedBy(owner);
  }

  async next(): Promise<Uint8Array | undefined> {
    this.#pieces ??= this.#open(await this.#body.next());
    let piece: IteratorResult<Uint8Array>;
    try {
      piece = await this.#pieces.next();
    } catch (thrown) {
      throw this.#failed(thrown);
    }
    if (piece.done) return undefined;
    this.#size += piece.value.length;
    if (this.#size <= this.#limit) return piece.value;
    const tooLarge = sizeError(this.#limit);
    this.cancel(tooLarge);
    throw tooLarge;
  }

  async whole(): Promise<Uint8Array> {
    const { completeSize } = this.#body;
    let first: Uint8Array | undefined;
    if (completeSize !== undefined && completeSize <= SMALL) {
      first = await this.#body.whole();
      const decoded = this.#inOneGo(first);
      if (decoded) return decoded;
      this.#pieces = this.#open(first);
    }
    const chunks: Uint8Array[] = [];
    for (let chunk = await this.next(); chunk; chunk = await this.next()) chunks.push(chunk);
    return Buffer.concat(chunks, this.#size);
  }

  cancel(reason?: unknown): void {
    this.#body.cancel(reason);
    this.#stream?.destroy();
  }

  /** Undefined when it grows too large for that. */
  #inOneGo(bytes: Uint8Array): Uint8Array | undefined {
    const maxOutputLength = Math.min(this.#limit, SMALL_OUTPUT);
    try {
      return this.#codings.reduce((raw, coding) => {
        const { sync, options } = isRawDeflate(coding, raw) ? RAW_DEFLATE : coding;
        return raw.length === 0 ? raw : sync(raw, { ...options, maxOutputLength });
      }, bytes);
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
      throw this.#failed(thrown);
    }
  }

  #open(first: Uint8Array | undefined): AsyncIterator<Uint8Array> {
    if (!first || first.length === 0) return without(new Uint8Array(0), this.#body);
    const [outermost] = this.#codings;
    const codings =
      outermost && isRawDeflate(outermost, first) ? [RAW_DEFLATE, ...this.#codings.slice(1)] : this.#codings;
    const steps = codings.map(({ create, options }) => create(options));
    // What goes wrong comes out of the last step as well.
    this.#stream = pipeline([without(first, this.#body), ...steps], () => undefined);
    return this.#stream[Symbol.asyncIterator]();
  }

  /** What the wire or an abort did is passed on; anything else is wrong with the bytes. */
  #failed(cause: unknown): unknown {
    const { failure } = this.#body;
    this.cancel(cause);
    return failure ? failure.reason : new TypeError('terminated', { cause });
  }
}
