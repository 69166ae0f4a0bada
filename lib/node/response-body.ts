import { isDisturbed } from './node-api.js';
import type { ResponseBytes } from './response-bytes.js';
import { spentStream } from './spent-stream.js';
import { streamOf } from './stream-of.js';
import { wholeStream } from './whole-stream.js';

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The body of a response, which is read once: whole, or through a stream that is made when it is first touched. */
export class ResponseBody {
  readonly #bytes: ResponseBytes;
  #isTaken = false;
  /** Once it is there, the body is read through it alone. */
  #stream: Stream | undefined;

  /** @param stream What the bytes are read through, when that is not all of them. */
  constructor(bytes: ResponseBytes, stream?: Stream) {
    this.#bytes = bytes;
    this.#stream = stream;
  }

  get stream(): Stream {
    return (this.#stream ??= this.#open());
  }

  get isUsed(): boolean {
    return this.#stream ? isDisturbed(this.#stream) : this.#isTaken;
  }

  /** Why it can't be read, where it is not for having been read. */
  get failure(): { readonly reason: unknown } | undefined {
    return this.isUsed ? undefined : this.#bytes.failure;
  }

  whole(): Promise<Uint8Array> {
    if (this.isUsed || this.#stream?.locked) {
      return Promise.reject(new TypeError('Body is unusable: Body has already been read'));
    }
    if (this.#stream) return wholeStream(this.#stream);
    this.#isTaken = true;
    return this.#bytes.whole();
  }

  /** A second one with the same bytes. */
  clone(): ResponseBody {
    const { stream } = this;
    if (stream.locked || this.isUsed) {
      throw new TypeError('Response.clone: Body has already been consumed.');
    }
    // By hand: the platform's own clone hangs up when one of the two is collected, though its stream is read.
    const [own, others] = stream.tee();
    this.#stream = own;
    return new ResponseBody(this.#bytes, others);
  }

  #open(): Stream {
    if (this.#isTaken) return spentStream();
    const stream = streamOf(this.#bytes);
    this.#bytes.ownedBy(stream);
    return stream;
  }
}
