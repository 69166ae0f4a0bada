/** An undici Agent, Pool, Client, ProxyAgent, EnvHttpProxyAgent, MockAgent, or anything else that dispatches as they do. */
export interface Dispatcher {
  /** Sends one request and tells the handler what comes of it. */
  dispatch(options: object, handler: object): boolean;
}

/** What the dispatchers of undici 7 and 8 hand to a handler for the time of a request. */
export interface DispatchController {
  readonly rawHeaders?: unknown;
  abort(reason: unknown): void;
  pause(): void;
  resume(): void;
}

/** Response headers as a dispatcher gives them: names and values in turn, or by name. */
export type RawHeaders = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What can be sent without being asked how: undici takes it as it is. */
export type Payload = string | Uint8Array | AsyncIterable<Uint8Array>;

/** One request for a dispatcher. Nothing that somebody put on Object.prototype must be read as an option. */
export class DispatchOptions {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Payload | null;
  /** Redirects are not the dispatcher's business, whatever it was made with. */
  readonly maxRedirections: number = 0;

  constructor(
    origin: string,
    path: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body: Payload | null,
  ) {
    this.origin = origin;
    this.path = path;
    this.method = method;
    this.headers = headers;
    this.body = body;
  }
}
Object.setPrototypeOf(DispatchOptions.prototype, null);
