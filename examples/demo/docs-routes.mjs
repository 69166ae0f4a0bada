import { setTimeout } from 'node:timers/promises';

const names = ['Ada', 'Barbara', 'Edsger', 'Frances', 'Grace'];

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Responds with the request as the server received it. */
const echo = ({ line, headers, body }) => ({
  json: { line, type: headers['content-type'] ?? null, body, headers },
});

/** A fake GraphQL service. It chooses the response by a field name in the document and doesn't parse the document. */
const answerGraphQL = ({ body, headers }) => {
  const { query, variables = {} } = JSON.parse(body);
  if (query.includes('items(')) {
    const from = Number(variables.after ?? 0);
    const pageInfo = { hasNextPage: from + 2 < names.length, endCursor: String(from + 2) };
    return { json: { data: { items: { nodes: names.slice(from, from + 2), pageInfo } } } };
  }
  if (query.includes('rename(')) {
    const { id, name } = variables;
    if (headers.authorization) return { json: { data: { rename: { id, name } } } };
    const extensions = { code: 'UNAUTHENTICATED' };
    return { json: { data: null, errors: [{ message: 'Who are you?', path: ['rename'], extensions }] } };
  }
  const name = names[Number(variables.id) - 1];
  const user = name ? { id: String(variables.id), name } : null;
  return { json: { data: { user } } };
};

/**
 * Adds the other routes that the examples in the documentation call. The routes keep no state, so the examples can run
 * in any order.
 *
 * @param {import('./server.mjs').DemoServer} server
 */
export function addDocsRoutes(server) {
  server.route('GET /status', () => ({ json: { ok: true } }));
  server.route('GET /down', () => ({ status: 503, json: { message: 'Back soon' } }));
  server.route('GET /slow', async ({ query }) => {
    await setTimeout(Number(query.get('ms') ?? 1000), null, { ref: false });
    return { json: { ok: true } };
  });
  server.route('GET /search', async ({ query }) => {
    const text = query.get('q') ?? '';
    // A shorter query takes longer, because it has more matches.
    await setTimeout(300 / (text.length + 1), null, { ref: false });
    return { json: names.filter((name) => name.toLowerCase().includes(text.toLowerCase())) };
  });
  server.route('GET /items', ({ query }) => {
    const from = Number(query.get('cursor') ?? 0);
    const next = from + 2;
    return { json: { items: names.slice(from, next), ...(next < names.length && { cursor: String(next) }) } };
  });
  server.route('DELETE /users/:id', () => ({ status: 204 }));
  server.route('PATCH /users/:id', ({ params, body }) => ({
    json: { id: Number(params.id), name: 'Ada', role: 'admin', ...JSON.parse(body) },
  }));
  server.route('POST /graphql', answerGraphQL);
  for (const method of METHODS) {
    server.route(`${method} /echo`, echo);
    server.route(`${method} /echo/:rest`, echo);
  }
}
