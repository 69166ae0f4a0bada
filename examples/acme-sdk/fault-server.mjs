// A server that fails in one way for each first segment of the path.
import { EventEmitter, once as onceEmitted } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { startServer } from '../../spec/support/start-server.cjs';

export const ORDER = { id: 'o1', status: 'open', total: 5 };

/** Writes a complete response. Objects become JSON. */
const reply =
  (status, body, headers = {}) =>
  ({ response }) => {
    const isText = typeof body === 'string';
    const type = isText ? 'text/html' : status < 400 ? 'application/json' : 'application/problem+json';
    response.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers });
    response.end(isText || body === undefined ? body : JSON.stringify(body));
  };

const problem = (status, title, headers) => reply(status, { title }, { 'x-request-id': 'req_7', ...headers });

const ok = reply(200, ORDER);

/** Fails the first request, then succeeds. */
const once = (failure) => (exchange) => (exchange.count === 1 ? failure : ok)(exchange);

/** Writes raw bytes to the socket, and then ends the connection. */
const raw =
  (bytes, end) =>
  ({ response }) => {
    const { socket } = response;
    socket.write(bytes, () => (end === 'reset' ? socket.resetAndDestroy() : socket.destroy()));
  };

const page = (data, next) => reply(200, { data, ...(next && { next }) });

/** Sends the start of a JSON text, and then a space every 50 ms. */
const drip = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":');
  const timer = setInterval(() => response.write(' '), 50);
  response.on('close', () => clearInterval(timer));
};

/** Sends an error whose body has 20 MB, as fast as the client reads it. */
const pour = ({ response }) => {
  response.writeHead(404, { 'content-type': 'text/plain' });
  const chunks = Array.from({ length: 200 }, () => Buffer.alloc(100_000, 'x'));
  // A client can stop reading.
  return pipeline(chunks, response).catch(() => undefined);
};

const HTML = '<!doctype html><title>Bad gateway</title>';

/** The behavior for each fault. */
const FAULTS = {
  'reset-early': ({ request }) => request.socket.resetAndDestroy(),
  'reset-in-headers': raw('HTTP/1.1 200 OK\r\ncontent-ty', 'reset'),
  'cut-body': raw(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"id":',
    'close',
  ),
  html: reply(200, HTML),
  'invalid-json': ({ response }) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "o1", '),
  'no-content': reply(204),
  'not-found': problem(404, 'No such order'),
  'not-found-html': reply(404, HTML),
  unauthorized: problem(401, 'The key is wrong'),
  conflict: problem(409, 'The order is paid'),
  unprocessable: problem(422, 'The total is negative'),
  'rate-limit': once(problem(429, 'Slow down', { 'retry-after': '1' })),
  'rate-limit-ms': once(problem(429, 'Slow down', { 'retry-after-ms': '20' })),
  'fails-once': once(problem(500, 'Try again')),
  unavailable: problem(503, 'Down for maintenance'),
  'post-fails': once(problem(500, 'Try again')),
  'post-fails-with-key': once(problem(500, 'Try again')),
  silent: () => undefined,
  slow: drip,
  redirect: ({ response, elsewhere }) => response.writeHead(302, { location: `${elsewhere}/stolen` }).end(),
  endless: page([ORDER], 'c1'),
  'page-fails': (exchange) =>
    exchange.url.searchParams.has('cursor')
      ? problem(400, 'The cursor is too old')(exchange)
      : page([ORDER], 'c1')(exchange),
  abort: () => undefined,
  'huge-error': pour,
  'wrong-type': reply(200, { id: 'o1', status: 'open', total: 'five' }),
};

/** Returns a URL on which no server listens. */
async function closedUrl() {
  const { url, close } = await startServer(() => undefined);
  await close();
  return url;
}

/** Starts the server, and a second origin that is reached only by a redirect. */
export async function startFaults() {
  const requests = new Map();
  const arrivals = new EventEmitter().setMaxListeners(0);
  const stolen = [];
  const other = await startServer((request, response) => {
    stolen.push({ path: request.url, headers: request.headers });
    ok({ response });
  });
  const server = await startServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const [, sdk, fault] = url.pathname.split('/');
    const seen = requests.get(`${sdk}/${fault}`) ?? [];
    requests.set(`${sdk}/${fault}`, seen);
    seen.push({ method: request.method, headers: request.headers });
    request.resume();
    arrivals.emit(`${sdk}/${fault}`);
    FAULTS[fault]({ request, response, url, count: seen.length, elsewhere: `${other.url}/${sdk}` });
  });
  const refused = await closedUrl();
  return {
    /** The URL for an SDK and a fault. */
    urlOf: (sdk, fault) => (fault === 'refused' ? refused : `${server.url}/${sdk}/${fault}`),
    /** Resolves when the next request of an SDK for a fault arrives. */
    arrival: (sdk, fault) => onceEmitted(arrivals, `${sdk}/${fault}`),
    /** The requests of an SDK for a fault. */
    requestsOf: (sdk, fault) => requests.get(`${sdk}/${fault}`) ?? [],
    /** The requests of an SDK that reached the other origin. */
    stolenFrom: (sdk) => stolen.filter(({ path }) => path.startsWith(`/${sdk}/`)),
    close: () => Promise.all([server.close(), other.close()]),
  };
}
