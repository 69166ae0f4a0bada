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
