// The server of the soak, in a process of its own. It counts what it sees, and says so when asked.
import { byRoutes, startServer } from '../../spec/support/start-server.cjs';
import { IdSet } from './id-set.mjs';
import { ROUTES } from './routes.mjs';

const seen = new IdSet();
let received = 0;
let repeated = 0;

const route = byRoutes(ROUTES);

const { server, url } = await startServer(
  (request, response) => {
    // Broken connections are what it is about.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const id = Number(request.headers['x-request-id']);
    received += 1;
    if (seen.has(id)) repeated += 1;
    seen.add(id);
    route(request, response);
  },
  // Idle connections are the client's to close: it would race with the server for them.
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
