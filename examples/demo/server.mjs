import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * @typedef {object} SeenRequest
 * @property {string} line For example `GET /users?role=admin`.
 * @property {Record<string, string>} params Values of the route's `:tokens`.
 * @property {URLSearchParams} query
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} body
 *
 * @typedef {object} Answer
 * @property {number} [status]
 * @property {Record<string, string>} [headers]
 * @property {unknown} [json]
 * @property {AsyncIterable<string>} [chunks] Sent one by one, instead of `json`.
 * @property {(response: import('node:http').ServerResponse) => unknown} [write] Writes the body and ends the response.
 *
 * @typedef {Awaited<ReturnType<typeof startServer>>} DemoServer
 */

const read = async (stream) => {
  let text = '';
  for await (const chunk of stream.setEncoding('utf8')) text += chunk;
  return text;
};

const send = async (response, { status = 200, headers = {}, json, chunks, write }) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  if (write) return write(response);
  for await (const chunk of chunks ?? []) response.write(chunk);
  response.end(json === undefined ? '' : JSON.stringify(json));
};

const patternOf = (path) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

/** Starts a server without routes on a free port of the loopback interface. */
export async function startServer() {
  const routes = [];
  let seen = [];

  const server = createServer(async (incoming, response) => {
    const { pathname, searchParams: query } = new URL(incoming.url, 'http://localhost');
    const request = {
      line: `${incoming.method} ${incoming.url}`,
      query,
      headers: incoming.headers,
      body: await read(incoming),
    };
    seen.push(request);
    for (const { method, pattern, handler } of routes) {
      const match = method === incoming.method && pattern.exec(pathname);
      if (match) return send(response, await handler({ ...request, params: { ...match.groups } }));
    }
    send(response, { status: 404, json: { message: `No route for ${request.line}` } });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    baseUrl: `http://127.0.0.1:${server.address().port}`,

    /**
     * @param {string} key Method and path, for example `GET /users/:id`.
     * @param {(request: SeenRequest) => Answer | Promise<Answer>} handler
     */
    route(key, handler) {
      const [method, path] = key.split(' ');
      routes.push({ method, pattern: patternOf(path), handler });
    },

    /** Returns the requests received since the previous call of this function. */
    takeRequests() {
      const taken = seen;
      seen = [];
      return taken;
    },

    async close() {
      server.close();
      // fetch keeps its connections open for later requests.
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
