import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { arrived } from '../support/arrived.cjs';
import { byRoutes, type LocalServer, type Route, startServer } from '../support/start-server.cjs';

const LARGE = 'x'.repeat(200_000);

const routes: Readonly<Record<string, Route>> = {
  text: ({ response }) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'], 'X-Case': 'kept' })
      .end('text'),
  gzip: ({ response }) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LARGE)),
  large: ({ response }) => response.end(LARGE),
  moved: ({ response }) => response.writeHead(302, { location: '/text' }).end('moved'),
  kept: ({ response }) => response.writeHead(307, { location: '/text' }).end('moved'),
  status: ({ response }) => response.writeHead(503, { 'x-why': 'busy' }).end('busy'),
  second: ({ response, count }) => response.writeHead(count === 1 ? 503 : 200).end(`time ${count}`),
  fresh: ({ response }) => response.writeHead(200, { 'cache-control': 'max-age=60' }).end('fresh'),
  slow: ({ response }) => setTimeout(() => response.end('slow'), 50),
  cut: ({ response }) =>
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
  resumed: ({ response, request }) => {
    const etag = '"1"';
    if (request.headers.range) {
      response.writeHead(206, { etag, 'content-range': 'bytes 5-9/10', 'content-length': '5' }).end('world');
    } else {
      response
        .writeHead(200, { etag, 'content-length': '10' })
        .write('hello', () => setTimeout(() => response.destroy(), 20));
    }
  },
  begun: ({ response }) => response.writeHead(200).write('begun'),
};

export interface DispatcherServer extends LocalServer {
  /** The requests, in order. */
  readonly seen: readonly object[];
}

/** A server that records its requests. */
export const startDispatcherServer = async (): Promise<DispatcherServer> => {
  const seen: object[] = [];
  const byRequest = new WeakMap<IncomingMessage, object>();
  const answer = byRoutes({
    ...routes,
    echo: ({ request, response }) => response.end(JSON.stringify(byRequest.get(request))),
  });
  const server = await startServer((request, response) => {
    const at = seen.push({}) - 1;
    arrived(request).then(
      (what) => {
        seen[at] = what;
        byRequest.set(request, what);
        answer(request, response);
      },
      // Ignore errors: in one case, the client disconnects.
      () => response.destroy(),
    );
  });
  return { ...server, seen };
};
