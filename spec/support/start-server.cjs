// The server of the specs and the integration tests. It is CommonJS, so Node can load it without a build.
const { createServer } = require('node:http');

/**
 * @typedef {object} LocalServer
 * @property {string} url
 * @property {() => Promise<void>} close Closes the server and every connection to it.
 */

/**
 * @typedef {object} Place
 * @property {string} [socketPath] A unix socket or a pipe, instead of a free loopback port.
 * @property {string} [origin] The scheme and the host of `url`: Default: `http://127.0.0.1`.
 * @property {number} [backlog] The maximum number of pending connections.
 */

/**
 * Starts a server of any kind on the loopback interface.
 *
 * @param {import('node:net').Server} server
 * @param {Place} [place]
 * @returns {Promise<LocalServer>}
 */
exports.listen = async (server, { socketPath, origin = 'http://127.0.0.1', backlog } = {}) => {
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ ...(socketPath ? { path: socketPath } : { port: 0, host: '127.0.0.1' }), backlog }, () =>
      resolve(undefined),
    );
  });
  const address = server.address();
  return {
    url: address && typeof address === 'object' ? `${origin}:${address.port}` : origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/**
 * Starts a real HTTP server on a free loopback port.
 *
 * @param {import('node:http').RequestListener} listener
 * @param {Place & { keepAliveTimeout?: number }} [options]
 * @returns {Promise<LocalServer & { server: import('node:http').Server }>}
 */
exports.startServer = async (listener, { keepAliveTimeout, ...place } = {}) => {
  const server = createServer(keepAliveTimeout === undefined ? {} : { keepAliveTimeout }, listener);
  return { ...(await exports.listen(server, place)), server };
};

/**
 * @typedef {object} Exchange
 * @property {import('node:http').IncomingMessage} request
 * @property {import('node:http').ServerResponse} response
 * @property {URL} url
 * @property {string[]} rest The path segments after the first.
 * @property {number} count The number of requests for this path, including this one.
 *
 * @typedef {(exchange: Exchange) => unknown} Route
 */

/**
 * A listener that selects a route by the first path segment. A failing route closes the connection, because many routes
 * test clients that disconnect.
 *
 * @param {Readonly<Record<string, Route>>} routes
 * @param {Route} [otherwise]
 * @returns {import('node:http').RequestListener}
 */
exports.byRoutes = (routes, otherwise = ({ response }) => response.writeHead(404).end('no such page')) => {
  /** @type {Map<string, number>} */
  const counts = new Map();
  return async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [name = '', ...rest] = url.pathname.slice(1).split('/');
    const count = (counts.get(url.pathname) ?? 0) + 1;
    counts.set(url.pathname, count);
    const route = (Object.hasOwn(routes, name) && routes[name]) || otherwise;
    try {
      await route({ request, response, url, rest, count });
    } catch {
      response.destroy();
    }
  };
};
