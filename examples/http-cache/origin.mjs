import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long what is kept is fresh; and once it is stale, for how long it may be served still. */
const POLICIES = {
  long: 'public, max-age=600',
  short: 'public, max-age=3',
  swr: 'public, max-age=3, stale-while-revalidate=600',
};

/** Milliseconds that an answer takes. */
export const SLOWNESS = 150;

/**
 * A server that counts what it is asked for.
 *
 * @param {(client: string) => void} onRequest Is told which client asks, when it does.
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
    /** What it was asked for since it was asked last. */
    taken: () => requests.splice(0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
