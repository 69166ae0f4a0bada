import {
  allowInsecureRequests,
  type AuthorizationServer,
  customFetch,
  discoveryRequest,
  type DiscoveryRequestOptions,
  OperationProcessingError,
  processDiscoveryResponse,
  UnsupportedOperationError,
} from 'oauth4webapi';
import { nullProto, ownDefined, markSafeText, untilAborted } from '../../core/internal.js';
import type { OwnClient } from './oauth-client.js';

/** An error response of an authorization server (RFC 6749, 5.2). */
export class OAuthRefusal extends Error {
  readonly status: number;
  /** OAuth error code, such as `invalid_client`; `''` without one. */
  readonly code: string;
  /** Response headers, for example `Retry-After`. */
  readonly headers: Headers;

  constructor(what: string, { status, headers }: Response, code: string) {
    super(`${what}: ${status}${code && `, ${code}`}`);
    this.status = status;
    this.headers = headers;
    this.code = code;
    markSafeText(this);
  }

  override get name(): 'OAuthRefusal' {
    return 'OAuthRefusal';
  }
}

/**
 * Creates the error of a response with its status and code. Omits the server's text, because it can quote the
 * request.
 */
export async function refusalOf(response: Response, what: string): Promise<OAuthRefusal> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error } = ownDefined(Object(body) as Record<string, unknown>);
  const code = typeof error === 'string' && /^[\w-]{1,64}$/.test(error) ? error : '';
  return new OAuthRefusal(what, response, code);
}

/**
 * Returns an error that is safe to show. The message from oauth4webapi quotes nothing, but its cause contains
 * the whole response with its tokens.
 */
export const safeError = (thrown: unknown): unknown =>
  thrown instanceof OperationProcessingError || thrown instanceof UnsupportedOperationError
    ? markSafeText(new Error(`The authorization server can't be used: ${thrown.message}.`))
    : thrown;

/** Maximum size of a response in bytes: a hundred times the longest tokens. */
const MOST_BYTES = 2 ** 20;

/** Reads a response up to the size limit. An endless response would fill the memory. */
const withinSize = async (response: Response, who: string): Promise<Response> => {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let said = Number(headers.get('content-length')); !(said > MOST_BYTES); said = size) {
    const { done, value } = await reader.read();
    if (done) return new Response(new Blob(chunks), { status, statusText, headers });
    chunks.push(value);
    size += value.byteLength;
  }
  reader.cancel().catch(() => undefined);
  throw markSafeText(new Error(`${who} returned more than 1 MiB.`));
};

/**
 * Returns the options that oauth4webapi gets with each request.
 *
 * @param who The server's name, for errors.
 * @param signal Nothing is sent after it has aborted.
 */
export const requestOptions = (client: OwnClient, who: string, signal: AbortSignal) => ({
  [customFetch]: async (url: string, init: object): Promise<Response> => {
    if (signal.aborted) throw signal.reason;
    return withinSize(await (client.fetch ?? fetch)(url, init), who);
  },
  [allowInsecureRequests]: client.allowInsecureRequests ?? false,
});

/** A running metadata request, and the number of calls that wait for it. */
interface Discovery {
  readonly found: Promise<AuthorizationServer>;
  readonly controller: AbortController;
  waiting: number;
}

/** Metadata of an authorization server. Requested once, and again after a failure. */
export class Metadata {
  readonly #client: OwnClient;
  #known: AuthorizationServer | undefined;
  #discovery: Discovery | undefined;

  constructor(client: OwnClient) {
    this.#client = client;
    if (Object.hasOwn(client.issuer, 'issuer')) this.#known = client.issuer as AuthorizationServer;
  }

  async get(signal: AbortSignal): Promise<AuthorizationServer> {
    if (this.#known) return this.#known;
    const discovery = (this.#discovery ??= this.#begin());
    discovery.waiting += 1;
    try {
      return (this.#known = await untilAborted(discovery.found, signal));
    } finally {
      discovery.waiting -= 1;
      // The request has ended, or every waiting call has left. The next call starts a new request.
      if (discovery.waiting === 0) {
        this.#discovery = undefined;
        discovery.controller.abort();
      }
    }
  }

  #begin(): Discovery {
    const controller = new AbortController();
    return { controller, waiting: 0, found: this.#discover(this.#client.issuer as URL, controller.signal) };
  }

  async #discover(issuer: URL, signal: AbortSignal): Promise<AuthorizationServer> {
    const options = requestOptions(this.#client, 'The authorization server', signal);
    const algorithm = this.#client.discovery ?? 'oidc';
    try {
      const response = await discoveryRequest(
        issuer,
        nullProto<DiscoveryRequestOptions>(options, { algorithm, signal }),
      );
      if (response.status !== 200) throw await refusalOf(response, "The server's metadata");
      return nullProto<AuthorizationServer>(await processDiscoveryResponse(issuer, response));
    } catch (thrown) {
      throw safeError(thrown);
    }
  }
}
