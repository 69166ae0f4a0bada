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
