import type { Cutoff } from '../platform/cutoff.js';

/** Header values by lowercase name. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** What fetch takes beside what homing sets itself. */
export type FetchOptions = {
  [K in Exclude<keyof RequestInit, 'method' | 'headers' | 'body' | 'signal'>]?: RequestInit[K] | undefined;
};

/**
 * The request on its way through the middleware, as `ctx.request`. All but `path` and `params` may be changed;
 * it is read when fetch is called.
 */
export class OutgoingRequest {
  /** In upper case; may be changed. */
  method: string;
  /** The full URL, with the query. */
  url: string;
  /** The endpoint's path template. */
  readonly path: string;
  /** GraphQL: the side and the text of the document. Else empty. */
  readonly operation: string;
  /** The params as the caller passed them. */
  readonly params: unknown;
  /** The encoded body, null for none. */
  body: RequestInit['body'] = null;
  /** The client's own fetch function; undefined for the global one. */
  readonly fetch: object | undefined;
  /** Whether the call joined a request of another (`share`). */
  joined = false;
  #givenBody: RequestInit['body'] = null;
  #givenHeaders: HeaderRecord = {};
  #givenOptions: FetchOptions = {};
  #headers: Headers | undefined = undefined;
  #fetchOptions: FetchOptions | undefined = undefined;
  #cutoff: Cutoff | undefined = undefined;
  #signal: AbortSignal | undefined = undefined;
  #signalSet = false;

  /** @param endpoint `urlTemplate` stands for the URL until that is built. */
  constructor(
    endpoint: {
      readonly method: string;
      readonly path: string;
      readonly operation: string;
      readonly urlTemplate: string;
    },
    params: unknown,
    fetch?: object,
  ) {
    this.method = endpoint.method;
    this.url = endpoint.urlTemplate;
    this.path = endpoint.path;
    this.operation = endpoint.operation;
    this.params = params;
    this.fetch = fetch;
  }

  /** Sets what the params and the options give, before the first middleware sees it. */
  prepare(
    body: RequestInit['body'],
    headers: HeaderRecord,
    fetchOptions: FetchOptions,
    cutoff: Cutoff | undefined,
  ): void {
    this.body = this.#givenBody = body;
    this.#cutoff = cutoff;
    this.#givenHeaders = headers;
    this.#givenOptions = fetchOptions;
  }

  /**
   * The call's own signal and deadline; undefined when it has neither. May be replaced. Made when first asked for:
   * a signal is dear, and most calls have no middleware that looks at it.
   */
  get signal(): AbortSignal | undefined {
    return this.#signalSet ? this.#signal : this.#cutoff?.signal;
  }

  set signal(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.#signalSet = true;
  }

  /** Whether a middleware put another signal in the place of the call's own. */
  get signalReplaced(): boolean {
    return this.#signalSet && this.#signal !== this.#cutoff?.signal;
  }

  /** Whether a middleware put another body in the place of what the params make. */
  get bodyReplaced(): boolean {
    return this.body !== this.#givenBody;
  }

  /** Made when first asked for: most calls have no middleware that reads headers, and `Headers` is dear. */
  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#givenHeaders));
  }

  set headers(headers: Headers) {
    this.#headers = headers;
  }

  /** The merged fetch options; a copy of the call's own, free to be changed. */
  get fetchOptions(): FetchOptions {
    return (this.#fetchOptions ??= { ...this.#givenOptions });
  }

  set fetchOptions(options: FetchOptions) {
    this.#fetchOptions = options;
  }

  /** The headers as they stand, without making a `Headers` of a record that nobody touched. */
  get sentHeaders(): HeaderRecord | Headers {
    return this.#headers ?? this.#givenHeaders;
  }

  /** The fetch options as they stand, without making a copy. */
  get sentOptions(): FetchOptions {
    return this.#fetchOptions ?? this.#givenOptions;
  }
}
