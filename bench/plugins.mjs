// What the plugins cost: a cache hit, and retry and log that stand there with nothing to do. The network is a stub.
// It prints and judges nothing: times depend on the machine.
//
// npm run bench:plugins -- [another build of homing to measure, as a path to its index.js]
import { cpus } from 'node:os';
import { pathToFileURL } from 'node:url';
import { bareStub } from './stubs.mjs';
import { interleaved } from './measure.mjs';

const [path] = process.argv.slice(2);
const { cacheMiddleware, createApi, defineRequest, logMiddleware, retryMiddleware } = await import(
  path ? pathToFileURL(path) : '../dist/index.js'
);

const RUNS = 5;

const PARAMS = { q: 'ada', page: 2, size: 50, sort: 'name', tags: ['admin', 'reader'] };
const HEADERS = {
  accept: 'application/json',
  'accept-language': 'en',
  authorization: 'Bearer 0123456789abcdef',
  'x-client': 'bench',
  'x-tenant': 'demo',
};

const clientWith = (...middleware) =>
  createApi({
    baseUrl: 'https://api.example.com/v1',
    fetch: bareStub,
    middleware,
    headers: HEADERS,
    requests: {
      getUser: defineRequest()({ method: 'GET', path: '/users/:id' }),
      findUsers: defineRequest()({ method: 'GET', path: '/users' }),
    },
  });

const none = clientWith();
const retry = clientWith(retryMiddleware());
const log = clientWith(logMiddleware({ enabled: false }));
const both = clientWith(retryMiddleware(), logMiddleware({ enabled: false }));
const cached = clientWith(cacheMiddleware({ ttl: Infinity }));

const calls = new Map([
  ['no middleware', (id) => none.getUser({ id })],
  [
    'a middleware that does nothing',
    (
      (api) => (id) =>
        api.getUser({ id })
    )(clientWith((_ctx, next) => next())),
  ],
  ['retry, idle', (id) => retry.getUser({ id })],
  ['log, not enabled', (id) => log.getUser({ id })],
  ['retry and log', (id) => both.getUser({ id })],
  ['a cache hit', () => cached.findUsers(PARAMS)],
]);

const micro = (ns) => (ns / 1000).toFixed(2);
const spread = (values) => `${micro(Math.min(...values))} to ${micro(Math.max(...values))}`;
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const runs = [];
for (let run = 0; run < RUNS; run += 1) runs.push(await interleaved(calls));

console.log(
  `node ${process.version}, ${process.arch}, ${cpus()[0]?.model ?? 'unknown cpu'}; medians of ${RUNS} runs`,
);
const row = (name, ...cells) =>
  console.log(`  ${name.padEnd(32)}${cells.map((cell) => cell.padStart(20)).join('')}`);
row('', 'µs per call', 'spread', 'over no middleware', 'spread');
for (const name of calls.keys()) {
  const totals = runs.map((run) => run.get(name).ns);
  const overheads = runs.map((run) => run.get(name).overhead);
  row(name, micro(middle(totals)), spread(totals), micro(middle(overheads)), spread(overheads));
}

console.log(`
Goals: a cache hit (params of 5 fields, 5 headers) at most 10 µs; retry and log at most 1 µs each over no middleware.`);
