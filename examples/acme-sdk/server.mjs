// A small server of `api.yaml`, which keeps its data in memory.
import { text as readText } from 'node:stream/consumers';
import { startServer } from '../../spec/support/start-server.cjs';

/** Throw it to respond with a problem. */
class Problem extends Error {
  constructor(status, title) {
    super(title);
    this.status = status;
  }
}

const found = (map, id) => {
  const value = map.get(id);
  if (!value) throw new Problem(404, `${id} doesn't exist`);
  return value;
};

/** A page of two items. The cursor is the index of its first item. */
const pageOf = (items, query) => {
  const status = query.get('status');
  const matching = [...items.values()].filter((item) => status === null || item.status === status);
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? 2);
  return {
    data: matching.slice(start, end),
    ...(end < matching.length && { next: String(end) }),
  };
};

const invoices = new Map(
  ['open', 'paid', 'open', 'open'].map((status, index) => [
    `i${index + 1}`,
    { id: `i${index + 1}`, status, total: 100 * (index + 1) },
  ]),
);

/** Reads a form with the platform's parser. */
const readForm = (request) =>
  new Response(request, { headers: { 'content-type': request.headers['content-type'] } }).formData();

/** Creates the routes over new data. A route returns `[status, data]`; undefined as data sends no body. */
function createRoutes() {
  const orders = new Map();
  const files = new Map();
  const byKey = new Map();
  const create = (request, body) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined) throw new Problem(400, 'The idempotency key is missing');
    if (!byKey.has(key)) {
      const order = { id: `o${orders.size + 1}`, status: 'open', ...body };
      orders.set(order.id, order);
      byKey.set(key, order);
    }
    return [201, byKey.get(key)];
  };
  return {
    'GET /orders': ({ query }) => [200, pageOf(orders, query)],
    'POST /orders': async ({ request }) => create(request, JSON.parse(await readText(request))),
    'GET /orders/:id': ({ id }) => [200, found(orders, id)],
    'PATCH /orders/:id': async ({ request, id }) => [
      200,
      Object.assign(found(orders, id), JSON.parse(await readText(request))),
    ],
    'DELETE /orders/:id': ({ id }) => {
      if (found(orders, id).status !== 'canceled') throw new Problem(409, 'The order is not canceled');
      orders.delete(id);
      return [204];
    },
    'POST /orders/:id/cancel': ({ id }) => [200, Object.assign(found(orders, id), { status: 'canceled' })],
    'GET /invoices': ({ query }) => [200, pageOf(invoices, query)],
    'GET /invoices/:id': ({ id, query }) =>
      id === 'export' ? [200, `year,id\n${query.get('year')},i1\n`] : [200, found(invoices, id)],
    'POST /files': async ({ request }) => {
      const form = await readForm(request);
      const content = form.get('file');
      const file = { id: `f${files.size + 1}`, name: form.get('note') ?? content.name, size: content.size };
      files.set(file.id, { file, bytes: new Uint8Array(await content.arrayBuffer()) });
      return [201, file];
    },
    'GET /files/:id/content': ({ id }) => [200, found(files, id).bytes],
    'DELETE /files/:id': ({ id }) => {
      found(files, id);
      files.delete(id);
      return [204];
    },
  };
}

const typeOf = (data) => {
  if (data instanceof Uint8Array) return 'application/octet-stream';
  return typeof data === 'string' ? 'text/csv' : 'application/json';
};

const respond = (response, [status, data]) => {
  if (data === undefined) return response.writeHead(status).end();
  const isRaw = typeof data === 'string' || data instanceof Uint8Array;
  return response
    .writeHead(status, { 'content-type': typeOf(data) })
    .end(isRaw ? data : JSON.stringify(data));
};

/** Returns the listener of the API under `/v1`. */
function apiListener() {
  const routes = createRoutes();
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url, 'http://localhost');
    const [, , resource, id, action] = pathname.split('/');
    const template = [resource, id && ':id', action].filter(Boolean).join('/');
    try {
      if (request.headers.authorization !== 'Bearer sk_test_1') throw new Problem(401, 'The key is wrong');
      const route = routes[`${request.method} /${template}`];
      if (!route) throw new Problem(404, 'No such route');
      respond(response, await route({ request, query, id: id && decodeURIComponent(id) }));
    } catch (error) {
      const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'req_1' };
      response.writeHead(error.status ?? 500, headers).end(JSON.stringify({ title: error.message }));
    }
  };
}

/**
 * Starts the server.
 *
 * @param {Record<string, [type: string, text: string]>} pages Files of pages by path, for a browser.
 */
export function startAcme(pages = {}) {
  let api = apiListener();
  return startServer((request, response) => {
    const page = pages[request.url];
    if (page) return response.writeHead(200, { 'content-type': page[0] }).end(page[1]);
    // Each consumer starts with new data.
    if (request.url === '/reset') {
      api = apiListener();
      return response.writeHead(204).end();
    }
    return api(request, response);
  });
}
