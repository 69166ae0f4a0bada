import {
  type ClientAuth,
  genericTokenEndpointRequest,
  processGenericTokenEndpointResponse,
  type TokenEndpointRequestOptions,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { nullProto, ownDefined, markSafeText, systemClock } from '../../core/internal.js';
import { Metadata, OAuthRefusal, refusalOf, requestOptions, safeError } from './authorization-server.js';
import { type OAuthClient, type OwnClient, readClient } from './oauth-client.js';
import type { Credentials, CredentialSource } from '../../features/auth/credentials.js';

const credentialsOf = (answer: TokenEndpointResponse, requestedAt: number): Credentials => {
  const own = ownDefined(answer);
  const { access_token: token = '', token_type: type, expires_in: life, refresh_token: refreshToken } = own;
  if (type !== 'bearer')
    throw markSafeText(
      new Error("The authorization server returned a DPoP token, which AuthPlugin can't send."),
    );
  return { token, expiresAt: life === undefined ? undefined : requestedAt + life * 1000, refreshToken };
};

/** Requests tokens from the token endpoint of a client. */
class TokenEndpoint {
  readonly #client: OwnClient;
  readonly #metadata: Metadata;

  constructor(client: OwnClient) {
    this.#client = client;
    this.#metadata = new Metadata(client);
  }

  /**
   * Requests a token.
   *
   * @param own Fields of this grant type.
   * @param signal Aborts the request. A refresh can be aborted only until it is sent: a server that rotates
   * refresh tokens accepts only the new token, which an aborted response would lose.
   */
  async grant(type: string, own: Record<string, string>, signal: AbortSignal): Promise<Credentials> {
    const { clientId, clientAuth, scope, parameters } = this.#client;
    const client = { client_id: clientId };
    const given = { ...parameters, ...(scope !== undefined && { scope }), ...own };
    const sent = Object.entries(given).flatMap(([name, values]) =>
      [values].flat().map((value): [name: string, value: string] => [name, value]),
    );
    const options = nullProto<TokenEndpointRequestOptions>(
      requestOptions(this.#client, 'The token endpoint', signal),
      type === 'refresh_token' ? {} : { signal },
    );
    try {
      const server = await this.#metadata.get(signal);
      const requestedAt = systemClock.now();
      const proof = clientAuth as ClientAuth;
      const response = await genericTokenEndpointRequest(server, client, proof, type, sent, options);
      if (response.status !== 200) throw await refusalOf(response, 'No token issued');
      return credentialsOf(await processGenericTokenEndpointResponse(server, client, response), requestedAt);
    } catch (thrown) {
      throw safeError(thrown);
    }
  }
}

const ENDPOINTS: WeakMap<OAuthClient, TokenEndpoint> = /* @__PURE__ */ new WeakMap();

/** Returns the token endpoint of a client; the same one for the same object. */
const endpointOf = (client: OAuthClient): TokenEndpoint => {
  const endpoint = ENDPOINTS.get(client) ?? new TokenEndpoint(readClient(client));
  ENDPOINTS.set(client, endpoint);
  return endpoint;
};

/**
 * Creates a source of tokens for the client itself, without a user (RFC 6749, 4.4). Use it in an AuthPlugin
 * on a server. A later call tries again after any error of the server.
 *
 * @throws TypeError for an issuer that is not a URL, and without a `clientId`.
 */
export function clientCredentials(client: OAuthClient): CredentialSource {
  const endpoint = endpointOf(client);
  return {
    idempotent: true,
    refresh: async (_stale, signal) => {
      const { token, expiresAt } = await endpoint.grant('client_credentials', {}, signal);
      return { token, expiresAt };
    },
  };
}

/**
 * Creates a source that refreshes the tokens of a signed-in user with the previous refresh token (RFC 6749,
 * 6). Use it in an AuthPlugin whose credentials come from `set` or a store. Resolves with null, which ends
 * the session, if there is no refresh token or the server responds with `invalid_grant`.
 *
 * @throws TypeError for an issuer that is not a URL, and without a `clientId`.
 */
export function refreshToken(client: OAuthClient): CredentialSource {
  const endpoint = endpointOf(client);
  return {
    refresh: async (stale, signal) => {
      const given = stale?.refreshToken;
      if (!given) return null;
      try {
        const renewed = await endpoint.grant('refresh_token', { refresh_token: given }, signal);
        // Without a new refresh token, the old one stays valid.
        return { ...renewed, refreshToken: renewed.refreshToken ?? given };
      } catch (thrown) {
        // A 5xx response doesn't mean that the session has ended.
        if (thrown instanceof OAuthRefusal && thrown.code === 'invalid_grant' && thrown.status < 500)
          return null;
        throw thrown;
      }
    },
  };
}
