import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const json = (response, value, status = 200, headers = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
};

const some = (share) => Math.random() < share;
const aFewMs = () => Math.random() * 10;

/** The behaviors of the server, by the first segment of the path. */
export const ROUTES = {
  async items({ response, rest: [id] }) {
    await sleep(aFewMs());
    json(response, { id: Number(id), name: `item ${id}`, tags: ['a', 'b', 'c'] });
  },
  echo: async ({ request, response }) => json(response, JSON.parse(await text(request))),
  async slow({ response, rest: [ms] }) {
    await sleep(Number(ms));
    json(response, { ms: Number(ms) });
  },
  silent: () => undefined,
  async drip({ response }) {
    response.writeHead(200, { 'content-type': 'application/json' });
    while (!response.destroyed) {
      response.write('          ');
      await sleep(5);
    }
  },
  fail: ({ response, rest: [status] }) => json(response, { message: 'as asked for' }, Number(status)),
  reset: ({ request }) => request.socket.resetAndDestroy(),
  cut({ request, response }) {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('{"half":', () => request.socket.destroy());
  },
  broken: ({ response }) => response.end('{"broken": tru'),
  flaky: ({ response }) =>
    some(0.5) ? json(response, { ok: true }) : json(response, null, 503, { 'retry-after': '0' }),
  jobs: ({ response }) => json(response, { done: some(0.3) }),
  pages({ response, url }) {
    const page = Number(url.searchParams.get('page') ?? 1);
    json(response, { items: [page * 2, page * 2 + 1], next: page < 5 ? page + 1 : null });
  },
  async graphql({ request, response }) {
    const { variables } = JSON.parse(await text(request));
    await sleep(aFewMs());
    if (variables.id % 3 > 0) return json(response, { data: { item: variables } });
    json(response, { data: { item: null }, errors: [{ message: 'Not this one', path: ['item'] }] });
  },
};
