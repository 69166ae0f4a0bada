import { copyBody } from '../platform/copy-body.js';
import { copyData } from '../platform/copy-data.js';
import { isPlatform } from '../platform/is-platform.js';
import type { FetchLike, FetchOptions, HeaderRecord } from '../wire/fetch-options.js';
import type { SentRequest } from './middleware-context.js';
import type { RequestDefinition } from './request-definition.js';
import { RequestHeaders } from './request-headers.js';

/** What the params and the options of a call make. */
interface Prepared {
  /** Encoded, null for none. */
  readonly body: RequestInit['body'];
  /** Whether the body is JSON whose members may stand in any order. */
  readonly isJson?: boolean | undefined;
  /** Merged, by lowercase name. */
  readonly headers: HeaderRecord;
  /** Merged. */
  readonly fetchOptions: FetchOptions;
}

/** Of a request whose call is not prepared yet. */
const NOT_PREPARED: Prepared = { body: null, headers: {}, fetchOptions: {} };

const isStream = isPlatform('ReadableStream');

/** At every depth; agents and the like stay what they are. */
const copyFields = (options: FetchOptions): FetchOptions =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, copyData(value)]));

/** What a request sends, on its way through the middleware; it is read when it is sent. */
export class OutgoingRequest implements SentRequest {
  method: string;
  body: RequestInit['body'] = null;
  readonly definition: RequestDefinition;
  readonly params: unknown;
  readonly fetch: FetchLike | undefined;
  #url: string;
  #prepared = NOT_PREPARED;
  #headers = new RequestHeaders();
  #fetchOptions: FetchOptions | undefined;

  constructor(definition: RequestDefinition, url: string, params: unknown, fetch: FetchLike | undefined) {
    this.method = definition.method;
    this.definition = definition;
    this.#url = url;
    this.params = params;
    this.fetch = fetch;
  }

  get path(): string {
    return this.definition.path;
  }

  get operation(): string {
    return this.definition.operation;
  }

  get responseType(): unknown {
    return this.definition.responseType;
  }

  get schema(): object | undefined {
    return this.definition.schema;
  }

  get streams(): boolean {
    return this.definition.streams;
  }

  get url(): string {
    return this.#url;
  }

  set url(url: string | URL) {
    this.#url = String(url);
  }

  get headers(): Headers {
    return this.#headers.all;
  }

  set headers(headers: Headers) {
    this.#headers.all = headers;
  }

  get fetchOptions(): FetchOptions {
    return (this.#fetchOptions ??= copyFields(this.#prepared.fetchOptions));
  }

  set fetchOptions(options: FetchOptions) {
    this.#fetchOptions = options;
  }

  get hasJsonBody(): boolean {
    return this.#prepared.isJson === true && !this.#bodyReplaced;
  }

  get replayable(): boolean {
    return !isStream(this.body);
  }

  /** The headers as they stand, in whichever form. */
  get sentHeaders(): HeaderRecord | Headers {
    return this.#headers.sent;
  }

  /** The fetch options as they stand, without making a copy. */
  get sentOptions(): FetchOptions {
    return this.#fetchOptions ?? this.#prepared.fetchOptions;
  }

  getHeader(name: string): string | undefined {
    return this.#headers.get(name);
  }

  setHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }

  headerRecord(): HeaderRecord {
    return this.#headers.record;
  }

  /** Sets what the params and the options give, before the first middleware sees it. */
  prepare(prepared: Prepared): void {
    this.#prepared = prepared;
    this.#headers.begin(prepared.headers);
    this.body = prepared.body;
  }

  /** Puts a copy in the place of the encoded body, which the caller may change from now on. */
  takeOver(copy: RequestInit['body']): void {
    if (!this.#bodyReplaced) this.body = copy;
    this.#prepared = { ...this.#prepared, body: copy };
  }

  clone(): OutgoingRequest {
    const clone = new OutgoingRequest(this.definition, this.#url, this.params, this.fetch);
    clone.method = this.method;
    clone.#prepared = this.#prepared;
    clone.body = copyBody(this.body);
    clone.#headers = this.#headers.clone();
    clone.#fetchOptions = this.#fetchOptions && copyFields(this.#fetchOptions);
    return clone;
  }

  /** Whether a middleware put another body in the place of what the params make. */
  get #bodyReplaced(): boolean {
    return this.body !== this.#prepared.body;
  }
}
