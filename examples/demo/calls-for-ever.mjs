// Calls for `npm run demo -- --inspect`: successes, failures, retries, polls and streams, repeated until the process
// ends.
import { cacheMiddleware, createApi, defineRequest, paginate, pollUntil, retryMiddleware } from 'homing';
import { observers } from 'homing/observe';
import { jsonLines } from 'homing/stream';
import { requests } from './endpoints.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const get = (path, more) => defineRequest()({ method: 'GET', path, ...more });

/** Adds routes that respond slowly, fail sometimes, or never respond. */
const addRoutes = (server) => {
  const asked = { flaky: 0, jobs: 0 };
  server.route('GET /flaky', () =>
    (asked.flaky += 1) % 3 ? { status: 503, json: null } : { json: 'at last' },
  );
  server.route('GET /search', async ({ query }) => (await pause(250), { json: [query.get('q')] }));
  server.route('GET /jobs/1', () => ({ json: { done: (asked.jobs += 1) % 4 === 0 } }));
  server.route('GET /list', ({ query }) => {
    const page = Number(query.get('page') ?? 1);
    return { json: { next: page < 3 ? page + 1 : null } };
  });
  server.route(
    'POST /login',
    async () => (await pause(40), { json: { token: 'a secret that the inspector hides' } }),
  );
  server.route('GET /hangs', () => new Promise(() => {}));
  server.route('GET /lines', () => ({
    headers: { 'content-type': 'application/jsonl' },
    chunks: (async function* () {
      for (let n = 1; n <= 5; n += 1) {
        await pause(60);
        yield `{"line":${n}}\n`;
      }
    })(),
  }));
};

const clientOf = (baseUrl, seen) =>
  createApi({
    baseUrl,
    name: 'demo',
    observers: observers(seen),
    requests: {
      ...requests,
      getShared: get('/users/:id', { share: true }),
      getCached: get('/users/:id', { middleware: [cacheMiddleware({ ttl: 5000 })] }),
      login: defineRequest()({ method: 'POST', path: '/login' }),
      flaky: get('/flaky', { middleware: [retryMiddleware({ baseDelay: 150 })] }),
      search: get('/search', { dedupe: true }),
      job: get('/jobs/1'),
      list: get('/list'),
      lines: get('/lines', { responseType: jsonLines() }),
      hangs: get('/hangs', { timeout: 600 }),
    },
  });

/** Functions that each make the calls of one kind. */
const kinds = (api) => [
  () => api.getUser({ id: 1 }),
  () => api.getUser({ id: 999 }),
  () => Promise.all([api.getShared({ id: 1 }), api.getShared({ id: 1 })]),
  () => api.login({ name: 'ada', password: 'a secret that the inspector hides' }),
  () => api.getCached({ id: 2 }),
  () => api.flaky(),
  async () => {
    const first = api.search({ q: 'a' });
    await pause(100);
    await Promise.all([first, api.search({ q: 'ad' })]);
  },
  () => api.hangs(),
  () => pollUntil(api.job, {}, { every: 200, until: ({ data }) => data.done }),
  async () => {
    const pages = paginate(api.list, {}, { next: ({ data: { next } }) => next && { page: next } });
    for await (const page of pages) void page;
  },
  async () => {
    const { data } = await api.lines();
    for await (const line of data) void line;
  },
];

/** Repeats the calls until the process ends. */
export async function callForEver(server, seen) {
  addRoutes(server);
  const api = clientOf(server.baseUrl, seen);
  for (;;)
    for (const call of kinds(api)) {
      await call();
      await pause(300);
    }
}
