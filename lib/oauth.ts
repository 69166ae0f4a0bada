export { clientCredentials } from './adapters/oauth/client-credentials.js';
export type { ClientAuthentication, OAuthClient, ServerMetadata } from './adapters/oauth/oauth-client.js';
export { refreshToken } from './adapters/oauth/refresh-token.js';
