import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a cached response is fresh, and for how long it can be served when stale. */
const POLICIES = {
  long: 'public, max-age=600',
  short: 'public, max-age=3',
  swr: 'public, max-age=3, stale-while-revalidate=600',
};

/** Milliseconds that a response takes. */
export const SLOWNESS = 150;

/**
 * Starts a server that counts its requests.
 *
 * @param {(client: string) => void} onRequest Called with the name of the client for each request.
 */
export async function startOrigin(onRequest) {
  const requests = [];
  const server = createServer(async ({ url, headers }, response) => {
    const status = headers['if-none-match'] === '"1"' ? 304 : 200;
    requests.push({ url, status });
    onRequest(headers['x-client']);
    await pause(SLOWNESS);
    const [, policy] = url.split('/');
    response.writeHead(status, {
      'cache-control': POLICIES[policy],
      'content-type': 'application/json',
      etag: '"1"',
    });
    response.end(status === 304 ? undefined : JSON.stringify({ url }));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** Returns the counts since the previous call of this function. */
    taken: () => requests.splice(0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
