import { nullProto } from '../core/platform/values.js';
import { type NodeBuffer, isDisturbed } from './node-api.js';
import { joined, type ResponseBytes } from './response-bytes.js';
import { receivedHeaders, type ResponseHead } from './response-headers.js';

type ResponseStream = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Returns the bytes as a web byte stream that reads nothing in advance. */
const streamOf = (bytes: ResponseBytes): ResponseStream => {
  // A null prototype, so that no member is read from `Object.prototype`.
  const source = nullProto<UnderlyingByteSource>({
    type: 'bytes',
    start(controller) {
      // A weak reference: the connection must not keep an unused stream alive.
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
      // Copy the chunk: a byte stream transfers its buffer, which other code can share.
      else controller.enqueue(new Uint8Array(chunk));
    },
    cancel: (reason) => bytes.cancel(reason),
  });
  return new ReadableStream(source, nullProto<QueuingStrategy>({ highWaterMark: 0 }));
};

/** Returns a stream that was read to its end: the value of `body` after the body was read. */
const spentStream = (): ResponseStream => {
  const source = nullProto<UnderlyingDefaultSource<Uint8Array<ArrayBuffer>>>({
    start: (controller) => controller.close(),
  });
  const stream = new ReadableStream(source, nullProto<QueuingStrategy>());
  void stream.getReader().read();
  return stream;
};

/** Reads all bytes of a stream and locks it. */
const wholeStream = (stream: ResponseStream): Promise<Uint8Array> => {
  const reader = stream.getReader();
  return joined(async () => (await reader.read()).value);
};

/**
 * The body of a response. It can be read once: whole, or through a stream that is created on first access.
 */
export class ResponseBody {
  readonly #bytes: ResponseBytes;
  #isTaken = false;
  /** Once the stream exists, the body is read only through it. */
  #stream: ResponseStream | undefined;

  /**
   * Creates the body.
   *
   * @param stream Stream to read instead of the bytes, if it is one branch of a clone.
   */
  constructor(bytes: ResponseBytes, stream?: ResponseStream) {
    this.#bytes = bytes;
    this.#stream = stream;
  }

  get stream(): ResponseStream {
    return (this.#stream ??= this.#open());
  }

  get isUsed(): boolean {
    return this.#stream ? isDisturbed(this.#stream) : this.#isTaken;
  }

  whole<T>(made: (bytes: Uint8Array) => T | Promise<T>): Promise<T> {
    const { isUsed } = this;
    // Reject at once, as fetch does: an earlier abort must take effect before other code runs.
    const failure = isUsed ? undefined : this.#bytes.failure;
    if (failure) return Promise.reject(failure.reason);
    if (isUsed || this.#stream?.locked) {
      return Promise.reject(new TypeError('Body is unusable: Body has already been read'));
    }
    if (this.#stream) return wholeStream(this.#stream).then(made);
    this.#isTaken = true;
    return this.#bytes.whole(made);
  }

  /** Returns a second body with the same bytes. */
  clone(): ResponseBody {
    const { stream } = this;
    if (stream.locked || this.isUsed) {
      throw new TypeError('Response.clone: Body has already been consumed.');
    }
    // Use `tee` directly: the platform's clone closes the connection when one of the two responses is
    // collected, even if its stream is being read.
    const [own, others] = stream.tee();
    this.#stream = own;
    return new ResponseBody(this.#bytes, others);
  }

  #open(): ResponseStream {
    if (this.#isTaken) return spentStream();
    const stream = streamOf(this.#bytes);
    this.#bytes.ownedBy(stream);
    return stream;
  }
}

const BYTE_ORDER_MARK = 0xfeff;

const decoder = /* @__PURE__ */ new TextDecoder();

/**
 * Whether the bytes are a Node Buffer, which decodes faster than TextDecoder. Tests for a method, so that it
 * works across realms.
 */
const isBuffer = (bytes: Uint8Array): bytes is NodeBuffer => 'latin1Slice' in bytes;

/** Decodes as `Response.text()` does: replaces invalid UTF-8 with U+FFFD and removes a byte order mark. */
const textOf = (bytes: Uint8Array): string => {
  if (!isBuffer(bytes)) return decoder.decode(bytes);
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text;
};

const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(textOf(bytes)) as unknown;

/** Returns a copy: the bytes can be part of a larger buffer with other data. */
const ownBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

const bufferOf = (bytes: Uint8Array): ArrayBuffer => ownBytes(bytes).buffer;

const NO_BYTES = /* @__PURE__ */ Promise.resolve(new Uint8Array(0));

/** A response without its body. */
type FetchResult = Readonly<Omit<ResponseHead, 'cameAt'>>;

/** A `Response` that creates its parts on first access. Reading text or JSON needs none of them. */
export class NodeResponse {
  readonly #head: FetchResult;
  readonly #body: ResponseBody | null;
  #headers: Headers | undefined;

  /**
   * Creates the response.
   *
   * @param body Null for a response without a body.
   */
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

  /**
   * Returns the decoded text as a stream, as in newer platforms. Throws if the body was read or is being
   * read.
   */
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

  /** Returns a platform response with the content type, to create a Blob or a form. */
  #bodyOnly(bytes: Uint8Array): Response {
    const type = this.headers.get('content-type');
    const headers = type === null ? {} : { 'content-type': type };
    return new Response(ownBytes(bytes), nullProto<ResponseInit>({ headers }));
  }
}

/**
 * Sets the prototype of NodeResponse to the platform's class, so that `instanceof Response` works without
 * calling its constructor. Not done on import, which must not access a global.
 */
export function asResponse(): void {
  if (typeof Response === 'function' && !(NodeResponse.prototype instanceof Response)) {
    Object.setPrototypeOf(NodeResponse.prototype, Response.prototype);
  }
}
