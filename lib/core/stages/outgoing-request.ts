import { copyBody } from '../platform/copy-body.js';
import { copyData } from '../platform/copy-data.js';
import type { Cutoff } from '../platform/cutoff.js';

/** Header values by lowercase name. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** What fetch takes beside what homing sets itself. */
export type FetchOptions = {
  [K in Exclude<keyof RequestInit, 'method' | 'headers' | 'body' | 'signal'>]?: RequestInit[K] | undefined;
};

/** What the params and the options of a call make. */
interface Given {
  /** Encoded, null for none. */
  readonly body: RequestInit['body'];
  /** Whether the body is JSON whose members may stand in any order. */
  readonly isJson?: boolean | undefined;
  /** Merged, by lowercase name. */
  readonly headers: HeaderRecord;
  /** Merged. */
  readonly fetchOptions: FetchOptions;
  /** Makes the call's signal. */
  readonly cutoff: Cutoff | undefined;
}

/** At every depth; agents and the like stay what they are. */
const copyFields = (options: FetchOptions): FetchOptions =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, copyData(value)]));

const NOTHING: Given = { body: null, headers: {}, fetchOptions: {}, cutoff: undefined };

/**
 * The request on its way through the middleware, as `ctx.request`. All but `path` and `params` may be changed;
 * it is read when fetch is called.
 */
export class OutgoingRequest {
  /** In upper case; may be changed. */
  method: string;
  /** The encoded body, null for none; may be replaced. */
  body: RequestInit['body'] = null;
  /** Whether the call joined a request of another (`share`). */
  joined = false;
  /** The endpoint's path template. */
  readonly path: string;
  /** GraphQL: the side and the text of the document. Else empty. */
  readonly operation: string;
  /** The params as the caller passed them, the caller's own object. What is sent was made of them at the call. */
  readonly params: unknown;
  /** The endpoint's, as its definition has it. */
  readonly responseType: string;
  /** The endpoint's schema; undefined without one. */
  readonly schema: object | undefined;
  /** The client's own fetch function; undefined for the global one. */
  // Written out: as a FetchLike, the declarations of the package would name a type that they don't export.
  readonly fetch: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  #url: string;
  #given = NOTHING;
  #headers: Headers | undefined;
  #fetchOptions: FetchOptions | undefined;
  #onSend: (() => void) | undefined;
  /** As a middleware set it; null for one that was taken away. */
  #signal: AbortSignal | null | undefined;

  constructor(
    endpoint: Pick<OutgoingRequest, 'method' | 'path' | 'operation' | 'responseType' | 'schema'>,
    url: string,
    params: unknown,
    fetch?: OutgoingRequest['fetch'],
  ) {
    this.method = endpoint.method;
    this.#url = url;
    this.path = endpoint.path;
    this.operation = endpoint.operation;
    this.responseType = endpoint.responseType;
    this.schema = endpoint.schema;
    this.params = params;
    this.fetch = fetch;
  }

  /** Runs the task each time that the request is about to be sent, after all middleware. */
  onSend(task: () => void): void {
    const earlier = this.#onSend;
    this.#onSend = () => {
      earlier?.();
      task();
    };
  }

  /** Tells who asked to be told. */
  tellSending(): void {
    this.#onSend?.();
  }

  /** The request as it stands, whatever becomes of this one. */
  clone(): OutgoingRequest {
    const clone = new OutgoingRequest(this, this.#url, this.params, this.fetch);
    clone.#given = this.#given;
    clone.body = copyBody(this.body);
    clone.#headers = this.#headers && new Headers(this.#headers);
    clone.#fetchOptions = this.#fetchOptions && copyFields(this.#fetchOptions);
    return clone;
  }

  /** Sets what the params and the options give, before the first middleware sees it. */
  prepare(given: Given): void {
    this.#given = given;
    this.body = given.body;
  }

  /** The full URL, with the query, as text. May be replaced, by a `URL` too. */
  get url(): string {
    return this.#url;
  }

  set url(url: string | URL) {
    this.#url = String(url);
  }

  /** Puts a copy in the place of the encoded body, which the caller may change from now on. */
  takeOver(copy: RequestInit['body']): void {
    if (!this.bodyReplaced) this.body = copy;
    this.#given = { ...this.#given, body: copy };
  }

  /**
   * The call's own signal and deadline; undefined when it has neither. May be replaced. Made when first asked for:
   * a signal is dear, and most calls have no middleware that looks at it.
   */
  get signal(): AbortSignal | undefined {
    return this.#signal === undefined ? this.#given.cutoff?.signal : (this.#signal ?? undefined);
  }

  set signal(signal: AbortSignal | null | undefined) {
    this.#signal = signal ?? null;
  }

  /** Whether a middleware put another signal in the place of the call's own. */
  get signalReplaced(): boolean {
    return this.#signal !== undefined && this.#signal !== this.#given.cutoff?.signal;
  }

  /** Whether a middleware put another body in the place of what the params make. */
  get bodyReplaced(): boolean {
    return this.body !== this.#given.body;
  }

  /** Whether the body is JSON of homing's making, or of a strategy that says so: the order of its members means nothing. */
  get hasJsonBody(): boolean {
    return this.#given.isJson === true && !this.bodyReplaced;
  }

  /** Made when first asked for: most calls have no middleware that reads headers, and `Headers` is dear. */
  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#given.headers));
  }

  set headers(headers: Headers) {
    this.#headers = headers;
  }

  /** The merged fetch options; a copy of the call's own, free to be changed. */
  get fetchOptions(): FetchOptions {
    return (this.#fetchOptions ??= copyFields(this.#given.fetchOptions));
  }

  set fetchOptions(options: FetchOptions) {
    this.#fetchOptions = options;
  }

  /** The headers as they stand, without making a `Headers` of a record that nobody touched. */
  get sentHeaders(): HeaderRecord | Headers {
    return this.#headers ?? this.#given.headers;
  }

  /** The fetch options as they stand, without making a copy. */
  get sentOptions(): FetchOptions {
    return this.#fetchOptions ?? this.#given.fetchOptions;
  }
}
