import {
  allowInsecureRequests,
  type ClientAuth,
  customFetch,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { CallSecrets, ownDefined, systemClock } from '../../core/seats.js';
import type { Credentials } from '../../auth.js';
import { Metadata } from './metadata.js';
import type { OAuthClient } from './oauth-client.js';
import { type OwnClient, readClient } from './read-client.js';
import { refusalOf } from './refusal.js';
import { told } from './told.js';
import { withinSize } from './within-size.js';

/** What is sent and may be told. */
const PUBLIC = /^(grant_type|scope|client_id|audience|resource|client_assertion_type)$/;

const ENDPOINTS: WeakMap<OAuthClient, TokenEndpoint> = /* @__PURE__ */ new WeakMap();

const credentialsOf = (answer: TokenEndpointResponse, askedAt: number): Credentials => {
  const own = ownDefined(answer);
  const { access_token: token = '', token_type: type, expires_in: life, refresh_token: refreshToken } = own;
  if (type !== 'bearer')
    throw new Error('The authorization server gives tokens of the type DPoP, which no AuthPlugin can send.');
  return { token, expiresAt: life === undefined ? undefined : askedAt + life * 1000, refreshToken };
};

/** Where a client gets its tokens. */
export class TokenEndpoint {
  readonly #client: OwnClient;
  readonly #metadata: Metadata;

  constructor(client: OwnClient) {
    this.#client = client;
    this.#metadata = new Metadata(client);
  }

  /** That of a client; the same one for the same object. */
  static of(client: OAuthClient): TokenEndpoint {
    const endpoint = ENDPOINTS.get(client) ?? new TokenEndpoint(readClient(client));
    ENDPOINTS.set(client, endpoint);
    return endpoint;
  }

  /**
   * Asks for a token. Throws a Refusal where the server gives none.
   *
   * @param own What is sent for this kind of grant.
   * @param signal Calls it off; what renews a session only until it is sent.
   */
  async grant(type: string, own: Record<string, string>, signal: AbortSignal): Promise<Credentials> {
    const { clientId, clientAuth, fetch: send, allowInsecureRequests: isInsecure = false } = this.#client;
    const client = { client_id: clientId };
    let secrets = new CallSecrets({ url: '', params: own });
    const fetchNoting = async (url: string, init: RequestInit): Promise<Response> => {
      if (signal.aborted) throw signal.reason;
      const sent = [...(init.body as URLSearchParams)].filter(([name]) => !PUBLIC.test(name));
      const { authorization = '' } = init.headers as Record<string, string>;
      secrets = new CallSecrets({ url, params: sent, headerRecord: () => ({ authorization }) });
      return withinSize(await (send ?? fetch)(url, init), 'The token endpoint');
    };
    try {
      const server = await this.#metadata.get(signal);
      const askedAt = systemClock.now();
      const response = await genericTokenEndpointRequest(
        server,
        client,
        clientAuth as ClientAuth,
        type,
        this.#parameters(own),
        {
          // A server that rotates refresh tokens knows no other any more than the one that an aborted answer would have had.
          ...(type !== 'refresh_token' && { signal }),
          [customFetch]: fetchNoting,
          [allowInsecureRequests]: isInsecure,
        },
      );
      if (response.status !== 200) throw await refusalOf(response, 'No token was given', secrets);
      return credentialsOf(await processGenericTokenEndpointResponse(server, client, response), askedAt);
    } catch (thrown) {
      throw told(thrown, secrets);
    }
  }

  #parameters(own: Record<string, string>): [name: string, value: string][] {
    const { scope, parameters } = this.#client;
    return Object.entries({ ...parameters, ...(scope !== undefined && { scope }), ...own }).flatMap(
      ([name, values]) => [values].flat().map((value): [string, string] => [name, value]),
    );
  }
}
