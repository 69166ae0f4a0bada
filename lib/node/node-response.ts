import type { ResponseHead } from './exchange.js';
import { headersOf } from './raw-headers.js';
import type { ResponseBytes } from './response-bytes.js';
import { streamOf } from './stream-of.js';
import { textOf } from './text-of.js';

const used = (): TypeError => new TypeError('Body is unusable: Body has already been read');

const emptyStream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({ start: (controller) => controller.close() });

/** A `Response` whose parts are made when they are first touched; text and JSON need none of them. */
export class NodeResponse {
  readonly #head: ResponseHead;
  readonly #url: string;
  readonly #redirected: boolean;
  readonly #bytes: ResponseBytes | null;
  #used = false;
  #headers: Headers | undefined;
  /** The platform's own, once something needs it; from then on it reads the body. */
  #full: Response | undefined;

  /** @param bytes Null for a response that has no body. */
  constructor(
    head: ResponseHead,
    url: string,
    redirected: boolean,
    bytes: ResponseBytes | null,
    full?: Response,
  ) {
    this.#head = head;
    this.#url = url;
    this.#redirected = redirected;
    this.#bytes = bytes;
    this.#full = full;
  }

  get type(): ResponseType {
    return 'basic';
  }

  get url(): string {
    return this.#url;
  }

  get redirected(): boolean {
    return this.#redirected;
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
    return (this.#headers ??= this.#full?.headers ?? headersOf(this.#head.headers));
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#bytes ? this.#materialized().body : null;
  }

  get bodyUsed(): boolean {
    // The platform alone knows whether a stream was read from.
    return this.#full ? this.#full.bodyUsed : this.#used;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return (await this.bytes()).buffer;
  }

  async blob(): Promise<Blob> {
    return (await this.#bodyOnly()).blob();
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    // A copy: the bytes may stand in a larger buffer, next to what is not for the reader.
    return new Uint8Array(await this.#whole());
  }

  async formData(): Promise<FormData> {
    return (await this.#bodyOnly()).formData();
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }

  text(): Promise<string> {
    if (this.#full) return this.#full.text();
    return this.#whole().then(textOf);
  }

  clone(): Response {
    const full = this.#materialized().clone();
    return new NodeResponse(this.#head, this.#url, this.#redirected, this.#bytes, full);
  }

  #whole(): Promise<Uint8Array> {
    if (this.#full) return this.#full.arrayBuffer().then((buffer) => new Uint8Array(buffer));
    if (!this.#bytes) return Promise.resolve(new Uint8Array(0));
    if (this.#used) return Promise.reject(used());
    this.#used = true;
    return this.#bytes.whole();
  }

  /** What the platform needs to know to make a Blob or a form of the body. */
  async #bodyOnly(): Promise<Response> {
    const type = this.headers.get('content-type');
    const bytes = new Uint8Array(await this.#whole());
    return new Response(bytes, { headers: type === null ? {} : { 'content-type': type } });
  }

  #materialized(): Response {
    if (this.#full) return this.#full;
    const { status, statusText } = this.#head;
    // The constructor refuses statuses that only a server can make; this object has the real one.
    const init = { status: status >= 200 && status <= 599 ? status : 200, statusText, headers: this.headers };
    const stream = this.#bytes && (this.#used ? emptyStream() : streamOf(this.#bytes));
    this.#full = new Response(stream, init);
    if (this.#used) void this.#full.text();
    else if (this.#bytes && stream) this.#bytes.ownedBy(stream);
    return this.#full;
  }
}
