import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { nodeFetch, type NodeFetchOptions } from '../../lib/entries/node.js';
import { nodeDispatcher } from './dispatchers.js';
import { type LocalServer, startServer } from './start-server.cjs';

/** `nodeFetch` with Node's own dispatcher. */
export const ownFetch = (options: NodeFetchOptions = {}) =>
  nodeFetch({ dispatcher: nodeDispatcher(), ...options });

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Starts servers that are closed after the test. */
export const useServers = (): ((listener: Listener) => Promise<LocalServer>) => {
  const servers: LocalServer[] = [];
  afterEach(async () => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });
  return async (listener) => {
    const server = await startServer((request, response) => void listener(request, response));
    servers.push(server);
    return server;
  };
};

/** Responds to each request with the request's headers, as JSON. */
export const echoHeaders: RequestListener = (request, response) => {
  response.end(JSON.stringify(request.headers));
};

/** Resolves when the connection of the request is closed. */
export const closed = (request: IncomingMessage): Promise<void> =>
  new Promise((resolve) => request.socket.once('close', () => resolve()));
