import { bare, isPlain } from '../core/seats.js';

/** One request as the stub was asked for it. */
export interface RecordedCall {
  /** In upper case. */
  readonly method: string;
  /** As handed to fetch. */
  readonly url: string;
  /** Those of the init, else those of the platform `Request`. */
  readonly headers: Headers;
  /** As handed to fetch (the JSON text, the `FormData` object); null when there is none. */
  readonly body: RequestInit['body'];
  /** As handed to fetch; empty when there was none. */
  readonly init: RequestInit;
}

/** Its own properties; a platform `Request` in its place has none, and is read as it is. */
const ownInit = (init: RequestInit): RequestInit => (isPlain(init) ? bare(init) : init);

/** The signal that fetch was given. */
export const signalOf = (init: RequestInit = {}): AbortSignal | null | undefined => ownInit(init).signal;

/** Reads what fetch was called with: a URL and an init, or a platform `Request`. */
export function recordCall(input: string | URL | globalThis.Request, given: RequestInit = {}): RecordedCall {
  const init = ownInit(given);
  const request = typeof input === 'string' || input instanceof URL ? undefined : input;
  return {
    method: (init.method ?? request?.method ?? 'GET').toUpperCase(),
    url: request ? request.url : (input as string | URL).toString(),
    headers: new Headers(init.headers ?? request?.headers),
    body: init.body ?? request?.body ?? null,
    init: given,
  };
}
