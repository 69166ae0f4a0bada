import type { CredentialSource } from '../../auth.js';
import type { OAuthClient } from './oauth-client.js';
import { TokenEndpoint } from './token-endpoint.js';

/**
 * Tokens for the client itself, and no user (RFC 6749, 4.4): the source of an AuthPlugin on a server. Whatever the server
 * refuses with, the next call may try again.
 *
 * @throws TypeError for an option that is none.
 */
export function clientCredentials(client: OAuthClient): CredentialSource {
  const endpoint = TokenEndpoint.of(client);
  return {
    repeatable: true,
    refresh: async (_stale, signal) => {
      const { token, expiresAt } = await endpoint.grant('client_credentials', {}, signal);
      return { token, expiresAt };
    },
  };
}
