export { clientCredentials, refreshToken } from '../adapters/oauth/grants.js';
export type { ClientAuthentication, OAuthClient, ServerMetadata } from '../adapters/oauth/oauth-client.js';
