import {
  allowInsecureRequests,
  type AuthorizationServer,
  customFetch,
  discoveryRequest,
  processDiscoveryResponse,
} from 'oauth4webapi';
import { bare, CallSecrets, untilAborted } from '../../core/seats.js';
import { isUrl, type OwnClient } from './read-client.js';
import { refusalOf } from './refusal.js';
import { told } from './told.js';
import { withinSize } from './within-size.js';

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
    if (!isUrl(client.issuer)) this.#known = client.issuer as AuthorizationServer;
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
    const secrets = new CallSecrets({ url: issuer });
    try {
      const response = await discoveryRequest(issuer, {
        algorithm: discovery,
        signal,
        [customFetch]: async (url, init) =>
          withinSize(await (this.#client.fetch ?? fetch)(url, init as object), 'The authorization server'),
        [allowInsecureRequests]: isInsecure,
      });
      if (response.status !== 200) throw await refusalOf(response, "The server's metadata", secrets);
      return bare<AuthorizationServer>(await processDiscoveryResponse(issuer, response));
    } catch (thrown) {
      throw told(thrown, secrets);
    }
  }
}
