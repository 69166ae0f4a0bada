/** Header values by lowercase name. */
export type HeaderRecord = Readonly<Record<string, string>>;

/** What fetch takes beside what homing sets itself. */
export type FetchOptions = Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal'>;

/** What an `OutgoingRequest` is made from. */
export interface RequestParts {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly params: unknown;
  readonly body: RequestInit['body'];
  readonly headers: HeaderRecord;
  readonly fetchOptions: FetchOptions;
  readonly signal: AbortSignal | undefined;
}

/**
 * The request on its way through the middleware, as `ctx.request`. All but `path` and `params` may be changed;
 * it is read when fetch is called.
 */
export class OutgoingRequest {
  method: string;
  /** The full URL, with the query. */
  url: string;
  /** The endpoint's path template. */
  readonly path: string;
  /** The params as the caller passed them. */
  readonly params: unknown;
  /** The encoded body, null for none. */
  body: RequestInit['body'];
  /** The call's own signal and deadline; undefined when it has neither. May be replaced. */
  signal: AbortSignal | undefined;
  readonly #givenHeaders: HeaderRecord;
  readonly #givenOptions: FetchOptions;
  #headers: Headers | undefined;
  #fetchOptions: FetchOptions | undefined;

  constructor(parts: RequestParts) {
    this.method = parts.method;
    this.url = parts.url;
    this.path = parts.path;
    this.params = parts.params;
    this.body = parts.body;
    this.signal = parts.signal;
    this.#givenHeaders = parts.headers;
    this.#givenOptions = parts.fetchOptions;
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
