// The faults, and what the customers of both SDKs get.

/**
 * @typedef {object} Outcome What a customer got.
 * @property {unknown} [data]
 * @property {Error} [error]
 *
 * @typedef {object} Row
 * @property {string} fault Name of the fault in the server.
 * @property {string} name Name in the table.
 * @property {(acme: any, arrival: Promise<unknown>) => unknown} [call] Default: `acme.orders.retrieve('o1')`. `arrival`
 *   resolves when the server has received the request.
 * @property {object} [options] Options of the client.
 * @property {(seen: { outcome: Outcome, requests: object[], stolen: object[] }) => string} [observe]
 * @property {string} [both] The expected outcome of both.
 * @property {string} [generated] The expected outcome of the generated SDK.
 * @property {string} [byHand] The expected outcome of the SDK written by hand.
 */

const LIST_LIMIT = 20;

/** Reads a list until it ends, or until it is clear that it doesn't. */
const readList = async (acme) => {
  let count = 0;
  for await (const order of acme.orders.list()) {
    count += order ? 1 : 0;
    if (count === LIST_LIMIT) return 'the list never ends';
  }
  return `${count} items`;
};

const abortOnArrival = (acme, arrival) => {
  const controller = new AbortController();
  void arrival.then(() => controller.abort());
  return acme.orders.retrieve('o1', { signal: controller.signal });
};

const keys = ({ requests }) => {
  const sent = new Set(requests.map(({ headers }) => headers['idempotency-key']));
  return sent.size === 1 && !sent.has(undefined) ? 'one key' : 'no key';
};

const leaked = ({ stolen }) =>
  stolen.some(({ headers }) => 'x-partner-key' in headers)
    ? 'the other origin gets the key'
    : 'the key stays secret';

const messageSize = ({ outcome: { error } }) => {
  const megabytes = Math.round(error.message.length / 1e6);
  return megabytes > 0 ? `message of ${megabytes} MB` : 'short message';
};

/** @type {Row[]} */
export const ROWS = [
  { fault: 'refused', name: 'connection refused', both: 'APIConnectionError; 0 requests' },
  { fault: 'reset-early', name: 'reset before the headers', both: 'APIConnectionError; 3 requests' },
  { fault: 'reset-in-headers', name: 'reset inside the headers', both: 'APIConnectionError; 3 requests' },
  {
    fault: 'cut-body',
    name: 'closed inside the body',
    generated: 'APIConnectionError; 3 requests',
    byHand: 'TypeError; 1 request; not an AcmeError',
  },
  {
    fault: 'html',
    name: 'HTML with status 200',
    generated: 'APIError 200; 1 request',
    byHand: 'data: a string; 1 request',
  },
  {
    fault: 'invalid-json',
    name: 'invalid JSON with status 200',
    generated: 'APIError 200; 1 request',
    byHand: 'SyntaxError; 1 request; not an AcmeError',
  },
  {
    fault: 'no-content',
    name: '204 instead of data',
    generated: 'APIError 204; 1 request',
    byHand: 'data: undefined; 1 request',
  },
  { fault: 'not-found', name: '404 with a problem', both: 'NotFoundError 404; 1 request' },
  { fault: 'not-found-html', name: '404 with HTML', both: 'NotFoundError 404; 1 request' },
  { fault: 'unauthorized', name: '401', both: 'AuthenticationError 401; 1 request' },
  {
    fault: 'conflict',
    name: '409 for a change',
    call: (acme) => acme.orders.cancel('o1'),
    generated: 'ConflictError 409; 1 request',
    byHand: 'ConflictError 409; 3 requests',
  },
  {
    fault: 'unprocessable',
    name: '422',
    call: (acme) => acme.orders.create({ total: -1 }),
    both: 'UnprocessableEntityError 422; 1 request',
  },
  { fault: 'rate-limit', name: '429 with `Retry-After`, then success', both: 'data: an order; 2 requests' },
  {
    fault: 'rate-limit-ms',
    name: '429 with `retry-after-ms`, then success',
    both: 'data: an order; 2 requests',
  },
  { fault: 'fails-once', name: '500, then success', both: 'data: an order; 2 requests' },
  { fault: 'unavailable', name: '503 to each request', both: 'InternalServerError 503; 3 requests' },
  {
    fault: 'post-fails',
    name: '500 to a POST without an idempotency key',
    call: (acme) => acme.orders.cancel('o1'),
    generated: 'InternalServerError 500; 1 request',
    byHand: 'data: an order; 2 requests',
  },
  {
    fault: 'post-fails-with-key',
    name: '500 to a POST with an idempotency key, then success',
    call: (acme) => acme.orders.create({ total: 5 }),
    observe: keys,
    both: 'data: an order; 2 requests; one key',
  },
  {
    fault: 'silent',
    name: 'a silent server, timeout of 1 s',
    call: (acme) => acme.orders.retrieve('o1', { timeout: 1000 }),
    generated: 'APITimeoutError; 1 request',
    byHand: 'APITimeoutError; 3 requests',
  },
  {
    fault: 'slow',
    name: 'a slow body, timeout of 1 s',
    call: (acme) => acme.orders.retrieve('o1', { timeout: 1000 }),
    generated: 'APITimeoutError; 1 request',
    byHand: 'TimeoutError; 1 request; not an AcmeError',
  },
  {
    fault: 'redirect',
    name: 'a redirect to another origin, with a key in a header',
    options: { partnerKey: 'pk_1' },
    observe: leaked,
    generated: 'APIConnectionError; 3 requests; the key stays secret',
    byHand: 'data: an order; 1 request; the other origin gets the key',
  },
  {
    fault: 'endless',
    name: 'a list that repeats its cursor',
    call: readList,
    generated: 'APIError; 2 requests',
    byHand: 'data: the list never ends; 20 requests',
  },
  {
    fault: 'page-fails',
    name: 'a page that fails',
    call: readList,
    both: 'BadRequestError 400; 2 requests',
  },
  { fault: 'abort', name: 'the caller aborts', call: abortOnArrival, both: 'APIUserAbortError; 1 request' },
  {
    fault: 'huge-error',
    name: 'an error body of 20 MB',
    observe: messageSize,
    generated: 'NotFoundError 404; 1 request; short message',
    byHand: 'NotFoundError 404; 1 request; message of 20 MB',
  },
  { fault: 'wrong-type', name: 'a field of the wrong type', both: 'data: an order; 1 request' },
  {
    fault: 'no-key',
    name: 'the API key is missing',
    options: { apiKey: undefined },
    generated: 'AcmeError; 0 requests',
    byHand: 'AcmeError; 0 requests',
  },
];
