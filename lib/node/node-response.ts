import { bare } from '../platform/bare.js';
import type { Answer } from './answer.js';
import { isDisturbed } from './node-api.js';
import { headersOf } from './raw-headers.js';
import type { ResponseBytes } from './response-bytes.js';
import { streamOf } from './stream-of.js';
import { textOf } from './text-of.js';
import { wholeStream } from './whole-stream.js';

const used = (): TypeError => new TypeError('Body is unusable: Body has already been read');

/** A stream of which nothing is left. */
const spentStream = (): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    bare<UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>>({ start: (controller) => controller.close() }),
    bare<QueuingStrategy>(),
  );
  void stream.getReader().read();
  return stream;
};

/** A `Response` whose parts are made when they are first touched; text and JSON need none of them. */
export class NodeResponse {
  readonly #answer: Answer;
  readonly #bytes: ResponseBytes | null;
  #used = false;
  #headers: Headers | undefined;
  /** Once it is there, the body is read through it alone. */
  #stream: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;

  /**
   * @param bytes Null for a response that has no body.
   * @param stream What the bytes are read through, when that is not all of them.
   */
  constructor(answer: Answer, bytes: ResponseBytes | null, stream?: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#answer = answer;
    this.#bytes = bytes;
    this.#stream = stream;
  }

  get type(): ResponseType {
    return this.#answer.type;
  }

  get url(): string {
    return this.#answer.url;
  }

  get redirected(): boolean {
    return this.#answer.redirected;
  }

  get status(): number {
    return this.#answer.status;
  }

  get ok(): boolean {
    const { status } = this.#answer;
    return status >= 200 && status <= 299;
  }

  get statusText(): string {
    return this.#answer.statusText;
  }

  get headers(): Headers {
    return (this.#headers ??= headersOf(this.#answer.headers));
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#bytes && (this.#stream ??= this.#open(this.#bytes));
  }

  get bodyUsed(): boolean {
    return this.#stream ? isDisturbed(this.#stream) : this.#used;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    this.#checkFailure();
    return (await this.bytes()).buffer;
  }

  async blob(): Promise<Blob> {
    this.#checkFailure();
    return (await this.#bodyOnly()).blob();
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    this.#checkFailure();
    // A copy: the bytes may stand in a larger buffer, next to what is not for the reader.
    return new Uint8Array(await this.#whole());
  }

  async formData(): Promise<FormData> {
    this.#checkFailure();
    return (await this.#bodyOnly()).formData();
  }

  async json(): Promise<unknown> {
    this.#checkFailure();
    return JSON.parse(await this.text()) as unknown;
  }

  text(): Promise<string> {
    const failure = this.#failure();
    if (failure) return Promise.reject(failure.reason);
    return this.#whole().then(textOf);
  }

  clone(): Response {
    const { body } = this;
    if (!body) return new NodeResponse(this.#answer, null);
    if (body.locked || this.bodyUsed) {
      throw new TypeError('Response.clone: Body has already been consumed.');
    }
    // By hand: the platform's own clone hangs up when one of the two is collected, though its stream is read.
    const [own, others] = body.tee();
    this.#stream = own;
    return new NodeResponse(this.#answer, this.#bytes, others);
  }

  #failure(): { readonly reason: unknown } | undefined {
    return this.bodyUsed ? undefined : this.#bytes?.failure;
  }

  /** At once, as with fetch: what was aborted before is rejected before anything else has its turn. */
  #checkFailure(): void {
    const failure = this.#failure();
    if (failure) throw failure.reason;
  }

  #whole(): Promise<Uint8Array> {
    if (!this.#bytes) return Promise.resolve(new Uint8Array(0));
    if (this.#used || (this.#stream && (this.#stream.locked || isDisturbed(this.#stream)))) {
      return Promise.reject(used());
    }
    if (this.#stream) return wholeStream(this.#stream);
    this.#used = true;
    return this.#bytes.whole();
  }

  /** What the platform needs to know to make a Blob or a form of the body. */
  async #bodyOnly(): Promise<Response> {
    const type = this.headers.get('content-type');
    const bytes = new Uint8Array(await this.#whole());
    const headers = type === null ? {} : { 'content-type': type };
    return new Response(bytes, bare<ResponseInit>({ headers }));
  }

  #open(bytes: ResponseBytes): ReadableStream<Uint8Array<ArrayBuffer>> {
    if (this.#used) return spentStream();
    const stream = streamOf(bytes);
    bytes.ownedBy(stream);
    return stream;
  }
}
