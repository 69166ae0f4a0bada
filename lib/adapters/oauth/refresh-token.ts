import type { CredentialSource } from '../../auth.js';
import type { OAuthClient } from './oauth-client.js';
import { Refusal } from './refusal.js';
import { TokenEndpoint } from './token-endpoint.js';

/**
 * Tokens for a user who has signed in, got with the refresh token of the credentials before (RFC 6749, 6): the source of an
 * AuthPlugin that was given those by `set` or a store. It gives null, so that the session has ended, where there is no
 * refresh token, and where the server refuses it with `invalid_grant`.
 *
 * @throws TypeError for an option that is none.
 */
export function refreshToken(client: OAuthClient): CredentialSource {
  const endpoint = TokenEndpoint.of(client);
  return {
    refresh: async (stale, signal) => {
      const given = stale?.refreshToken;
      if (!given) return null;
      try {
        const renewed = await endpoint.grant('refresh_token', { refresh_token: given }, signal);
        // Without a new one the old one is still good.
        return { ...renewed, refreshToken: renewed.refreshToken ?? given };
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.isInvalidGrant) return null;
        throw thrown;
      }
    },
  };
}
