// Tests homing/oauth with a real OAuth server. The sources from homing/oauth get tokens from oidc-provider, and
// AuthPlugin sends them to a service that verifies each token with that server.
//
//   npm run integration -- oauth
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { ClientSecretBasic, ClientSecretJwt, ClientSecretPost, None } from 'oauth4webapi';
import { createApi, defineRequest } from '../../../dist/index.js';
import { AuthPlugin } from '../../../dist/auth.js';
import { clientCredentials, refreshToken } from '../../../dist/oauth.js';
import { LIFE, startServer } from './server.mjs';

const LONGER_THAN_LIFE = LIFE * 1000 + 100;
const MANY = 50;

const server = await startServer();

const clientOf = (clientId, clientAuth, rest = {}) => ({
  issuer: server.issuer,
  clientId,
  clientAuth,
  allowInsecureRequests: true,
  ...rest,
});

/** A client of the service, with its last stored credentials. */
const apiOf = (source, options = {}) => {
  const kept = { credentials: undefined, saves: 0, signedOut: 0 };
  const store = {
    load: () => kept.credentials,
    save: (credentials) => {
      kept.credentials = credentials;
      kept.saves += 1;
    },
  };
  const onSignedOut = () => void (kept.signedOut += 1);
  const auth = new AuthPlugin(source, { refreshAhead: 0, store, onSignedOut, ...options });
  const requests = { look: defineRequest()({ method: 'GET', path: '/' }) };
  const api = createApi({ baseUrl: server.service, timeout: 10_000, middleware: [auth], requests });
  return {
    auth,
    kept,
    look: () => api.look(),
    lookOften: () => Promise.all(Array.from({ length: MANY }, () => api.look())),
  };
};

const grantsDuring = async (task) => {
  const before = server.grants.length;
  await task();
  return server.grants.length - before;
};

const allWithData = (results) =>
  assert.deepEqual(
    results.filter(({ error }) => error),
    [],
  );

const AUTHENTICATIONS = {
  posting: ClientSecretPost(server.secret),
  basic: ClientSecretBasic(server.secret),
  signing: ClientSecretJwt(server.secret),
};

const checks = {
  async 'metadata that can not be had fail the first calls, and not those after'() {
    const { look } = apiOf(clientCredentials(clientOf('posting', AUTHENTICATIONS.posting)));
    const { error } = await look();
    assert.equal(error.cause.reason, 'failed');
    assert.equal(error.cause.cause.message, "The server's metadata: 503");
    server.open();
    await pause(1100);
    assert.equal((await look()).data.client, 'posting');
  },

  async 'a token of client credentials serves many calls, and is replaced once when it expires'() {
    for (const [clientId, clientAuth] of Object.entries(AUTHENTICATIONS)) {
      const { look, lookOften } = apiOf(clientCredentials(clientOf(clientId, clientAuth, { scope: 'read' })));
      assert.equal(await grantsDuring(async () => allWithData(await lookOften())), 1);
      assert.deepEqual((await look()).data, { client: clientId, scope: 'read' });
      await pause(LONGER_THAN_LIFE);
      assert.equal(await grantsDuring(async () => allWithData(await lookOften())), 1);
    }
  },

  async 'a token that the server knows no more is replaced once, and every call sent again'() {
    const source = clientCredentials(clientOf('posting', AUTHENTICATIONS.posting));
    const { kept, lookOften } = apiOf(source, { minInterval: 0 });
    allWithData(await lookOften());
    await server.forget(kept.credentials.token);
    assert.equal(await grantsDuring(async () => allWithData(await lookOften())), 1);
  },

  async 'the metadata are found where RFC 8414 has them, too'() {
    const client = clientOf('posting', AUTHENTICATIONS.posting, { discovery: 'oauth2' });
    assert.equal((await apiOf(clientCredentials(client)).look()).data.client, 'posting');
  },

  async 'a wrong secret is reported without its value'() {
    const wrong = 'the-secret-of-another';
    const tried = { posting: ClientSecretPost(wrong), basic: ClientSecretBasic(wrong) };
    for (const [clientId, clientAuth] of Object.entries(tried)) {
      const { error } = await apiOf(clientCredentials(clientOf(clientId, clientAuth))).look();
      const { cause } = error.cause;
      assert.match(cause.message, /^No token issued: 401, invalid_client/);
      assert.ok(![error.message, JSON.stringify(error), String(cause.stack)].join().includes(wrong));
    }
  },

  async 'a forbidden scope is reported'() {
    const client = clientOf('posting', AUTHENTICATIONS.posting, { scope: 'read write' });
    const { error } = await apiOf(clientCredentials(client)).look();
    assert.equal(error.cause.reason, 'failed');
    assert.match(error.cause.cause.message, /^No token issued: 400, invalid_scope$/);
  },

  async 'single-use refresh tokens: one grant for each expiry, and the newest is kept'() {
    const { auth, kept, lookOften } = apiOf(refreshToken(clientOf('shop', None())));
    await auth.set({
      token: 'none yet',
      expiresAt: 0,
      refreshToken: (await server.signIn('ada')).refreshToken,
    });
    const used = new Set([kept.credentials.refreshToken]);
    for (let round = 1; round <= 3; round += 1) {
      assert.equal(await grantsDuring(async () => allWithData(await lookOften())), 1);
      used.add(kept.credentials.refreshToken);
      await pause(LONGER_THAN_LIFE);
    }
    assert.deepEqual([used.size, kept.signedOut, server.refused.includes('invalid_grant')], [4, 0, false]);
  },

  async 'a session that the server has ended is over: one AuthError, told once'() {
    const { auth, kept, lookOften } = apiOf(refreshToken(clientOf('shop', None())));
    const { grantId, refreshToken: first } = await server.signIn('grace');
    await auth.set({ token: 'none yet', expiresAt: 0, refreshToken: first });
    allWithData(await lookOften());
    await server.signOut(grantId);
    await pause(LONGER_THAN_LIFE);
    const results = await lookOften();
    assert.deepEqual(new Set(results.map(({ error }) => error.cause.reason)), new Set(['rejected']));
    assert.equal(new Set(results.map(({ error }) => error.cause)).size, 1);
    assert.deepEqual([kept.signedOut, kept.credentials], [1, undefined]);
  },
};

try {
  for (const [name, check] of Object.entries(checks)) {
    await check().then(
      () => console.log(`ok      ${name}`),
      (thrown) => {
        process.exitCode = 1;
        console.log(`FAILED  ${name}\n${thrown.stack}`);
      },
    );
  }
  console.log(`${server.grants.length} grants by oidc-provider, ${server.refused.length} refused`);
} finally {
  server.close();
}
