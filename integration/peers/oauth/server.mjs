// A third-party OAuth server: oidc-provider, on the loopback interface and in memory. It creates a user's first refresh
// token without a browser. A service next to it accepts the tokens that the server knows.
import { once } from 'node:events';
import { createServer } from 'node:http';

/** The lifetime of a token, in seconds. */
export const LIFE = 3;

const SECRET = 'a-secret-of-nobody-else';

const clientOf = (client_id, token_endpoint_auth_method, grant_types, rest = {}) => ({
  client_id,
  token_endpoint_auth_method,
  grant_types,
  client_secret: SECRET,
  redirect_uris: grant_types.includes('authorization_code') ? ['https://shop.test/back'] : [],
  response_types: grant_types.includes('authorization_code') ? ['code'] : [],
  ...rest,
});

const CONFIGURATION = {
  clients: [
    clientOf('posting', 'client_secret_post', ['client_credentials'], { scope: 'read' }),
    clientOf('basic', 'client_secret_basic', ['client_credentials']),
    clientOf('signing', 'client_secret_jwt', ['client_credentials']),
    clientOf('shop', 'none', ['authorization_code', 'refresh_token'], { client_secret: undefined }),
  ],
  scopes: ['openid', 'offline_access', 'read', 'write'],
  clientAuthMethods: ['client_secret_post', 'client_secret_basic', 'client_secret_jwt', 'none'],
  features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
  ttl: { AccessToken: LIFE, ClientCredentials: LIFE, RefreshToken: 600, Grant: 600, IdToken: 600 },
  // Refresh tokens are single-use. A second use ends the session.
  rotateRefreshToken: true,
  issueRefreshToken: () => true,
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  // The warnings of oidc-provider are for production use.
  renderError: (ctx, out) => void (ctx.body = out),
};

const listen = async (handler) => {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${server.address().port}` };
};

const quietly = async (task) => {
  const { warn, info } = console;
  Object.assign(console, { warn: () => undefined, info: () => undefined });
  try {
    return await task();
  } finally {
    Object.assign(console, { warn, info });
  }
};

export const startServer = async () => {
  let answer = (_request, response) => response.writeHead(503).end();
  const { server, url } = await listen((request, response) => answer(request, response));
  const provider = await quietly(async () => {
    const { Provider } = await import('oidc-provider');
    return new Provider(url, CONFIGURATION);
  });
  const grants = [];
  provider.on('grant.success', ({ oidc }) => grants.push(oidc.client.clientId));
  const refused = [];
  provider.on('grant.error', (_ctx, error) => refused.push(error.error));

  const tokenOf = async (authorization = '') => {
    const [, token] = /^Bearer (.+)$/.exec(authorization) ?? [];
    return (
      token && ((await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token)))
    );
  };
  const service = await listen(async (request, response) => {
    const token = await tokenOf(request.headers.authorization);
    const isGood = token?.isValid ?? false;
    response.writeHead(isGood ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isGood ? { client: token.clientId, scope: token.scope } : null));
  });

  return {
    issuer: url,
    service: service.url,
    secret: SECRET,
    grants,
    refused,
    /** Until this time, the server responds to each request with a 503. */
    open: () => void (answer = provider.callback()),
    async signIn(accountId) {
      const client = await provider.Client.find('shop');
      const grant = new provider.Grant({ accountId, clientId: 'shop' });
      grant.addOIDCScope('openid offline_access');
      const grantId = await grant.save();
      const [scope, gty, now] = [
        'openid offline_access',
        'authorization_code',
        Math.floor(Date.now() / 1000),
      ];
      const refresh = new provider.RefreshToken({
        accountId,
        client,
        grantId,
        scope,
        gty,
        iiat: now,
        authTime: now,
      });
      return { grantId, refreshToken: await refresh.save() };
    },
    /** Makes the server forget a token. */
    forget: async (token) =>
      await (
        (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token))
      ).destroy(),
    signOut: async (grantId) => (await provider.Grant.find(grantId)).destroy(),
    close: () => {
      for (const each of [server, service.server]) {
        each.close();
        each.closeAllConnections();
      }
    },
  };
};
