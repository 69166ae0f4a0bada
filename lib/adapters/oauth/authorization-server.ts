import {
  allowInsecureRequests,
  type AuthorizationServer,
  customFetch,
  discoveryRequest,
  OperationProcessingError,
  processDiscoveryResponse,
  UnsupportedOperationError,
} from 'oauth4webapi';
import { bare, ownDefined, untilAborted } from '../../core/seats.js';
import type { OwnClient } from './oauth-client.js';

/** An answer of an authorization server that is none of what was asked for: RFC 6749, 5.2. */
export class Refusal extends Error {
  readonly status: number;
  /** Such as `invalid_client`; `''` where the server gives none. */
  readonly code: string;
  /** Those of the answer, one of which may say when to ask again. */
  readonly headers: Headers;

  constructor(what: string, { status, headers }: Response, code: string) {
    super(`${what}: ${[String(status), code].filter(Boolean).join(', ')}`);
    this.status = status;
    this.headers = headers;
    this.code = code;
  }

  override get name(): 'OAuthRefusal' {
    return 'OAuthRefusal';
  }

  /** Whether the session has ended. A server that is out of order says nothing about that. */
  get isInvalidGrant(): boolean {
    return this.code === 'invalid_grant' && this.status < 500;
  }
}

/** What an answer says that is no token: its status and code, and not the server's words, which may quote what was sent. */
export async function refusalOf(response: Response, what: string): Promise<Refusal> {
  const body: unknown = await response.json().catch(() => undefined);
  const { error } = ownDefined(Object(body) as Record<string, unknown>);
  return new Refusal(what, response, typeof error === 'string' && /^[\w-]{1,64}$/.test(error) ? error : '');
}

/** What failed, as it may be told: the words of the OAuth client quote nothing, but its cause has the whole answer, with tokens. */
export const told = (thrown: unknown): unknown =>
  thrown instanceof OperationProcessingError || thrown instanceof UnsupportedOperationError
    ? new Error(`The authorization server can't be used: ${thrown.message}.`)
    : thrown;

/** The most that an answer may have: 1 MiB, which is a hundred times what the longest tokens take. */
const MOST_BYTES = 2 ** 20;

/**
 * The answer, read to its end: one that is endless would fill the memory.
 *
 * @param what Who has answered, for the error.
 */
export async function withinSize(response: Response, what: string): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (!body) return response;
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const isTooLong = (bytes: number): boolean => bytes > MOST_BYTES;
  for (let said = Number(headers.get('content-length')); !isTooLong(said); said = size) {
    const { done, value } = await reader.read();
    if (done) {
      const hasBody = ![204, 205, 304].includes(status);
      return new Response(hasBody ? new Blob(chunks) : null, { status, statusText, headers });
    }
    chunks.push(value);
    size += value.byteLength;
  }
  reader.cancel().catch(() => undefined);
  throw new Error(`${what} has answered with more than 1 MiB.`);
}

/** A discovery that runs, and how many wait for it. */
interface Discovery {
  readonly found: Promise<AuthorizationServer>;
  readonly controller: AbortController;
  waiting: number;
}

/** What an authorization server says of itself: asked for once, and again after a failure. */
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
      if (discovery.waiting === 0) this.#end(discovery);
    }
  }

  #begin(): Discovery {
    const controller = new AbortController();
    return { controller, waiting: 0, found: this.#discover(this.#client.issuer as URL, controller.signal) };
  }

  /** Nobody waits for it: it has come to its end, or all have left, and the next one asks anew. */
  #end({ controller }: Discovery): void {
    this.#discovery = undefined;
    controller.abort();
  }

  async #discover(issuer: URL, signal: AbortSignal): Promise<AuthorizationServer> {
    const { discovery = 'oidc', allowInsecureRequests: isInsecure = false } = this.#client;
    try {
      const response = await discoveryRequest(issuer, {
        algorithm: discovery,
        signal,
        [customFetch]: async (url, init) =>
          withinSize(await (this.#client.fetch ?? fetch)(url, init as object), 'The authorization server'),
        [allowInsecureRequests]: isInsecure,
      });
      if (response.status !== 200) throw await refusalOf(response, "The server's metadata");
      return bare<AuthorizationServer>(await processDiscoveryResponse(issuer, response));
    } catch (thrown) {
      throw told(thrown);
    }
  }
}
