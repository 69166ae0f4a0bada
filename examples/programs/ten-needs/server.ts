// The server that the program calls. It listens on the loopback interface.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

type Handle = (response: ServerResponse, request: IncomingMessage, url: URL) => unknown;

const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}): unknown =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

const ROUTES: Record<string, Handle> = {
  // Returns the URL of the request.
  '/echo': (response, request) => sendJson(response, 200, decodeURIComponent(request.url ?? '')),
  '/users': (response) => sendJson(response, 200, [{ id: 1, name: 'Ada' }], { 'x-total': '42' }),
  '/report': (response, _request, { searchParams }) =>
    searchParams.has('new')
      ? sendJson(response, 202, { job: 'j1' })
      : sendJson(response, 200, { rows: [3, 5] }),
  '/profile': (response) => sendJson(response, 200, { id: '1', name: 'Ada' }),
  '/slow': async (response) => {
    await wait(5000, undefined, { ref: false });
    sendJson(response, 200, 'late');
  },
  '/file': async (response) => {
    response.writeHead(200, { 'content-length': 200_000 });
    for (const part of ['a', 'b']) {
      response.write(part.repeat(100_000));
      await wait(100);
    }
    response.end();
  },
};

/** Starts the server. Returns its URL, and a function that closes it. */
export async function startServer(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const handle = ROUTES[url.pathname.replace(/^\/v2/, '')];
    if (handle) void handle(response, request, url);
    else sendJson(response, 404, { message: `No route ${url.pathname}` });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
