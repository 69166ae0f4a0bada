import { nullProto } from '../core/platform/values.js';
import { type Bytes, isDisturbed } from './node-api.js';
import { joined, type ResponseBytes } from './response-bytes.js';
import { receivedHeaders, type ResponseHead } from './response-headers.js';

type Stream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** The bytes as a web stream of bytes; nothing is read ahead of its reader. */
const streamOf = (bytes: ResponseBytes): Stream => {
  // Bare, so that what somebody put on Object.prototype is not read as a part of it.
  const source = nullProto<UnderlyingByteSource>({
    type: 'bytes',
    start(controller) {
      // Not held by the wire: a stream that nobody has any more has to be collected.
      const ref = new WeakRef(controller);
      bytes.whenFailed((reason) => ref.deref()?.error(reason));
    },
    async pull(controller) {
      let chunk = await bytes.next();
      while (chunk?.length === 0) chunk = await bytes.next();
      if (!chunk) {
        controller.close();
        controller.byobRequest?.respond(0);
      }
      // A copy: a byte stream takes the buffer away from its giver, and others may look at it.
      else controller.enqueue(new Uint8Array(chunk));
    },
    cancel: (reason) => bytes.cancel(reason),
  });
  return new ReadableStream(source, nullProto<QueuingStrategy>({ highWaterMark: 0 }));
};

/** A stream that was read to its end: what `body` is where it is asked for after the reading. */
const spentStream = (): Stream => {
  const source = nullProto<UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>>({
    start: (controller) => controller.close(),
  });
  const stream = new ReadableStream(source, nullProto<QueuingStrategy>());
  void stream.getReader().read();
  return stream;
};

/** All bytes of a stream, which belongs to this reader from now on. */
const wholeStream = (stream: Stream): Promise<Uint8Array> => {
  const reader = stream.getReader();
  return joined(async () => (await reader.read()).value);
};

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

  whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    const { isUsed } = this;
    // At once, as with fetch: what was aborted before is rejected before anything else has its turn.
    const failure = isUsed ? undefined : this.#bytes.failure;
    if (failure) return Promise.reject(failure.reason);
    if (isUsed || this.#stream?.locked) {
      return Promise.reject(new TypeError('Body is unusable: Body has already been read'));
    }
    if (this.#stream) return wholeStream(this.#stream).then(made);
    this.#isTaken = true;
    return this.#bytes.whole(made);
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

const BYTE_ORDER_MARK = 0xfeff;

const decoder = /* @__PURE__ */ new TextDecoder();

/** Node's own class decodes faster than the platform's; a method tells it, in any realm. */
const isBuffer = (bytes: Uint8Array): bytes is Bytes => 'latin1Slice' in bytes;

/** Decodes as `Response.text()` does: what is no UTF-8 becomes U+FFFD, and a leading byte order mark is left out. */
const textOf = (bytes: Uint8Array): string => {
  if (!isBuffer(bytes)) return decoder.decode(bytes);
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
};

const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(textOf(bytes)) as unknown;

/** A copy: the bytes may stand in a larger buffer, next to what is not for the reader. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const bufferOf = (bytes: Uint8Array): ArrayBuffer => ownBytes(bytes).buffer;

const NO_BYTES = /* @__PURE__ */ Promise.resolve(new Uint8Array(0));

/** What a response is, without its body: where it came from and how it begins. */
type FetchResult = Readonly<Omit<ResponseHead, 'cameAt'>>;

/** A `Response` whose parts are made when they are first touched; text and JSON need none of them. */
export class NodeResponse {
  readonly #head: FetchResult;
  readonly #body: ResponseBody | null;
  #headers: Headers | undefined;

  /** @param body Null for a response that has none. */
  constructor(head: FetchResult, body: ResponseBody | null) {
    this.#head = head;
    this.#body = body;
  }

  get type(): ResponseType {
    return this.#head.type;
  }

  get url(): string {
    return this.#head.url;
  }

  get redirected(): boolean {
    return this.#head.redirected;
  }

  get status(): number {
    return this.#head.status;
  }

  get ok(): boolean {
    const { status } = this.#head;
    return status >= 200 && status <= 299;
  }

  get statusText(): string {
    return this.#head.statusText;
  }

  get headers(): Headers {
    return (this.#headers ??= receivedHeaders(this.#head.headers));
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#body && this.#body.stream;
  }

  get bodyUsed(): boolean {
    return this.#body?.isUsed ?? false;
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole(bufferOf);
  }

  blob(): Promise<Blob> {
    return this.#whole((bytes) => this.#bodyOnly(bytes).blob());
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#whole(ownBytes);
  }

  formData(): Promise<FormData> {
    return this.#whole((bytes) => this.#bodyOnly(bytes).formData());
  }

  json(): Promise<unknown> {
    return this.#whole(jsonOf);
  }

  text(): Promise<string> {
    return this.#whole(textOf);
  }

  /** The text as it comes; newer platforms have it. Throws for a body that was read, or is being read. */
  textStream(): ReadableStream<string> {
    if (this.bodyUsed) throw new TypeError('Body is unusable: Body has already been read');
    const bytes = this.body ?? new Blob([]).stream();
    return bytes.pipeThrough(new TextDecoderStream());
  }

  clone(): Response {
    return new NodeResponse(this.#head, this.#body && this.#body.clone());
  }

  #whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    return this.#body ? this.#body.whole(made) : NO_BYTES.then(made);
  }

  /** What the platform needs to know to make a Blob or a form of the body. */
  #bodyOnly(bytes: Uint8Array): Response {
    const type = this.headers.get('content-type');
    const headers = type === null ? {} : { 'content-type': type };
    return new Response(ownBytes(bytes), nullProto<ResponseInit>({ headers }));
  }
}

/**
 * Puts NodeResponse under the platform's class, so that `instanceof Response` holds without its constructor being
 * run. Not done on import: that must not touch a global.
 */
export function asResponse(): void {
  if (typeof Response === 'function' && !(NodeResponse.prototype instanceof Response)) {
    Object.setPrototypeOf(NodeResponse.prototype, Response.prototype);
  }
}
