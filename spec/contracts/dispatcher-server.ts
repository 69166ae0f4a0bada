import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

const LARGE = 'x'.repeat(200_000);

/** What arrived, but for what differs from one run to the next. */
const shown = async (request: IncomingMessage): Promise<object> => {
  const { method, url, rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, at) => (at % 2 ? [] : [[name, rawHeaders[at + 1] ?? '']]));
  const body = (await buffer(request)).toString();
  const boundary = /^--(\S+)\r\n/.exec(body)?.[1];
  const fixed = (text = ''): string => (boundary ? text.replaceAll(boundary, 'BOUNDARY') : text);
  const sent = headers
    .map(([name = '', value]): string[] => [name, name.toLowerCase() === 'host' ? 'HOST' : fixed(value)])
    .filter(([name]) => !boundary || name?.toLowerCase() !== 'content-length')
    .sort(([one = ''], [other = '']) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));
  return { method, url, headers: sent, body: fixed(body) };
};

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => unknown;

const answers: Readonly<Record<string, Answer>> = {
  '/text': (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'], 'X-Case': 'kept' })
      .end('text'),
  '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(LARGE)),
  '/large': (response) => response.end(LARGE),
  '/moved': (response) => response.writeHead(302, { location: '/text' }).end('moved'),
  '/kept': (response) => response.writeHead(307, { location: '/text' }).end('moved'),
  '/status': (response) => response.writeHead(503, { 'x-why': 'busy' }).end('busy'),
  '/second': (response, _, count) => response.writeHead(count === 1 ? 503 : 200).end(`time ${count}`),
  '/fresh': (response) => response.writeHead(200, { 'cache-control': 'max-age=60' }).end('fresh'),
  '/slow': (response) => setTimeout(() => response.end('slow'), 50),
  '/cut': (response) =>
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy()),
  '/resumed': (response, request) => {
    const etag = '"1"';
    if (request.headers.range) {
      response.writeHead(206, { etag, 'content-range': 'bytes 5-9/10', 'content-length': '5' }).end('world');
    } else {
      response
        .writeHead(200, { etag, 'content-length': '10' })
        .write('hello', () => setTimeout(() => response.destroy(), 20));
    }
  },
  '/begun': (response) => response.writeHead(200).write('begun'),
};

export interface DispatcherServer {
  readonly url: string;
  /** What was asked of it, in order. */
  readonly seen: readonly object[];
  close(): Promise<void>;
}

/** A server that remembers what it was asked. */
export const startDispatcherServer = async (): Promise<DispatcherServer> => {
  const seen: object[] = [];
  const counts = new Map<string, number>();
  const listener: RequestListener = (request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    const at = seen.push({}) - 1;
    const arrived = shown(request).then((what) => {
      seen[at] = what;
      if (path === '/echo') response.end(JSON.stringify(what));
      else answers[path]?.(response, request, count);
    });
    // A client that hangs up is one of the cases.
    arrived.catch(() => response.destroy());
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
