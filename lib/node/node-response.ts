import { bare } from '../core/platform/bare.js';
import type { Answer } from './answer.js';
import { receivedHeaders } from './received-headers.js';
import type { ResponseBody } from './response-body.js';
import { textOf } from './text-of.js';

/** A `Response` whose parts are made when they are first touched; text and JSON need none of them. */
export class NodeResponse {
  readonly #answer: Answer;
  readonly #body: ResponseBody | null;
  #headers: Headers | undefined;

  /** @param body Null for a response that has none. */
  constructor(answer: Answer, body: ResponseBody | null) {
    this.#answer = answer;
    this.#body = body;
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
    return (this.#headers ??= receivedHeaders(this.#answer.headers));
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return this.#body && this.#body.stream;
  }

  get bodyUsed(): boolean {
    return this.#body?.isUsed ?? false;
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
    const failure = this.#body?.failure;
    if (failure) return Promise.reject(failure.reason);
    return this.#whole().then(textOf);
  }

  /** The text as it comes; newer platforms have it. Throws for a body that was read, or is being read. */
  textStream(): ReadableStream<string> {
    if (this.bodyUsed) throw new TypeError('Body is unusable: Body has already been read');
    const bytes = this.body ?? new Blob([]).stream();
    return bytes.pipeThrough(new TextDecoderStream());
  }

  clone(): Response {
    return new NodeResponse(this.#answer, this.#body && this.#body.clone());
  }

  /** At once, as with fetch: what was aborted before is rejected before anything else has its turn. */
  #checkFailure(): void {
    const failure = this.#body?.failure;
    if (failure) throw failure.reason;
  }

  #whole(): Promise<Uint8Array> {
    return this.#body ? this.#body.whole() : Promise.resolve(new Uint8Array(0));
  }

  /** What the platform needs to know to make a Blob or a form of the body. */
  async #bodyOnly(): Promise<Response> {
    const type = this.headers.get('content-type');
    const bytes = new Uint8Array(await this.#whole());
    const headers = type === null ? {} : { 'content-type': type };
    return new Response(bytes, bare<ResponseInit>({ headers }));
  }
}
