// The server of the soak, in a process of its own. It counts what it sees, and says so when asked.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROUTES } from './routes.mjs';
import { IdSet } from './id-set.mjs';

const seen = new IdSet();
let received = 0;
let repeated = 0;

const server = createServer(async (request, response) => {
  // Broken connections are what it is about.
  request.on('error', () => undefined);
  response.on('error', () => undefined);
  const id = Number(request.headers['x-request-id']);
  received += 1;
  if (seen.has(id)) repeated += 1;
  seen.add(id);
  const [, name, ...rest] = request.url.split(/[/?]/);
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  await ROUTES[name]({ request, response, rest, body, sleep });
});

// Idle connections are the client's to close: it would race with the server for them.
server.keepAliveTimeout = 0;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  process.send({ url: `http://127.0.0.1:${server.address().port}` });
});

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
// A client that hangs up while its request is read.
process.on('unhandledRejection', (thrown) => {
  if (thrown?.code !== 'ECONNRESET') throw thrown;
});
