// A program that is done, but still waits for a server's credentials.
import { AuthPlugin, type CredentialSource } from '../../lib/entries/auth.js';
import { createApi, defineRequest } from '../../lib/index.js';
import { clientCredentials } from '../../lib/entries/oauth.js';

const [url = '', how = '', kind = ''] = process.argv.slice(2);

const byFetch: CredentialSource['refresh'] = async (_stale, signal) => {
  await fetch(`${url}/token`, { method: 'POST', signal });
  return null;
};
const source =
  kind === 'oauth'
    ? clientCredentials({
        issuer: { issuer: url, token_endpoint: `${url}/token` },
        clientId: 'c',
        clientAuth: () => undefined,
        allowInsecureRequests: true,
      })
    : byFetch;
const auth = new AuthPlugin(kind === 'nothing' ? () => new Promise(() => undefined) : source);
const api = createApi({
  baseUrl: url,
  middleware: [auth],
  requests: { read: defineRequest()({ method: 'GET', path: '/things' }) },
});

// Within refreshAhead, the token is sent, and refreshed in the background.
if (how === 'background') await auth.set({ token: 'T', expiresAt: Date.now() + 30_000 });
const { error } = await api.read(undefined, how === 'background' ? {} : { signal: AbortSignal.timeout(200) });
console.log(error?.kind ?? 'data');
