// The server of the soak test, in its own process. It counts its requests, and reports the counts on request.
import { byRoutes, startServer } from '../../spec/support/start-server.cjs';
import { IdSet } from './id-set.mjs';
import { ROUTES } from './routes.mjs';

const seen = new IdSet();
let received = 0;
let repeated = 0;

const route = byRoutes(ROUTES);

const { server, url } = await startServer(
  (request, response) => {
    // Ignore errors: broken connections are part of the test.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const id = Number(request.headers['x-request-id']);
    received += 1;
    if (seen.has(id)) repeated += 1;
    seen.add(id);
    route(request, response);
  },
  // Let the client close idle connections. If the server closed them, it would race with new requests.
  { keepAliveTimeout: 0, backlog: 4096 },
);
process.send({ url });

const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

const answers = {
  count: async () => ({ connections: await connections(), received, repeated }),
  seen: async () => seen.toJSON(),
  async hangUp() {
    server.closeIdleConnections();
    return connections();
  },
};

process.on('message', async ({ question }) => process.send({ [question]: await answers[question]() }));
process.on('disconnect', () => process.exit());
