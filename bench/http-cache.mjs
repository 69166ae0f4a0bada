import { createServer } from 'node:http';
import { Agent, interceptors, request } from 'undici';
import { cacheMiddleware } from '../dist/cache.js';
import { httpCacheMiddleware, sqliteStore } from '../dist/http-cache.js';
import { build } from './contenders/homing.mjs';
import { ofSize } from './http-cache-size.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { atMost, columns, table } from './report/suite-result.mjs';

export const title = 'HTTP cache';

export const how = `This section shows the cost of a hit for a response that is fresh for an hour, by where it is stored and how large it is. The call has 5 fields and 4 headers. undici's \`request\` uses its cache interceptor. Each row of a table is compared with its first row in the same round. The cost of many responses is measured over a function instead of the server: the heap after forced collections, and calls that all miss in full caches. With \`HTTP_CACHE_DISK=1\`, a database of 1 GB is written and read at random, one hit after the other, in wall-clock time.`;

const COLUMNS = columns('', {
  micros: ['µs per call', 2],
  ratio: ['of the first', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});

const { createApi, defineRequest } = build;
const HEADERS = {
  accept: 'application/json',
  'accept-language': 'en',
  'x-client': 'bench',
  'x-tenant': 'demo',
};
const PARAMS = { q: 'ada', page: 1, size: 50, sort: 'name', tags: 'admin' };
const ANSWER = { 'content-type': 'application/json', 'cache-control': 'max-age=3600', etag: '"1"' };

/** A response of about this many characters. */
const bodyOf = (size) => {
  const users = Array.from({ length: Math.ceil(size / 100) }, (_, id) => ({
    id,
    name: 'Ada',
    note: 'x'.repeat(60),
  }));
  return JSON.stringify({ id: 1, users });
};

const clientOf = (baseUrl, middleware) =>
  createApi({
    baseUrl,
    middleware,
    headers: HEADERS,
    requests: { find: defineRequest()({ method: 'GET', path: '/users' }) },
  });

/** SQLite, if this version of Node has it. */
const databases = () => {
  const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? {};
  return DatabaseSync ? [sqliteStore(new DatabaseSync(':memory:'))] : [];
};

const contenders = (baseUrl) => {
  const http = clientOf(baseUrl, [httpCacheMiddleware()]);
  const data = clientOf(baseUrl, [cacheMiddleware({ ttl: Infinity })]);
  const dispatcher = new Agent().compose(interceptors.cache({ type: 'private' }));
  const url = `${baseUrl}/users?${new URLSearchParams(PARAMS)}`;
  const calls = new Map([
    ['a hit in memory', () => http.find(PARAMS)],
    ['a hit of cacheMiddleware', () => data.find(PARAMS)],
    ["undici's request", async () => (await request(url, { dispatcher, headers: HEADERS })).body.json()],
  ]);
  for (const store of databases()) {
    const stored = clientOf(baseUrl, [httpCacheMiddleware({ store })]);
    calls.set('a hit in SQLite', () => stored.find(PARAMS));
  }
  return calls;
};

const measured = async (size, quick) => {
  const body = bodyOf(size);
  const server = createServer((_asked, answer) => answer.writeHead(200, ANSWER).end(body));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const rows = await interleaved(contenders(`http://127.0.0.1:${server.address().port}`), quick);
    return rows.map((row) => ({ ...row, micros: row.ns / 1000 }));
  } finally {
    server.close();
    server.closeAllConnections();
  }
};

export const run = async ({ quick }) => {
  const [small, large] = [await measured(200, quick), await measured(10_000, quick)];
  const ratio = (rows, name) => 1 / (rows.find((row) => row.name === name)?.ratio ?? NaN);
  const many = await ofSize(quick);
  const sqlite = small.find(({ name }) => name === 'a hit in SQLite');
  return {
    tables: [table('0.2 kB', COLUMNS, small), table('10 kB', COLUMNS, large), ...many.tables],
    goals: [
      atMost('a hit of 0.2 kB, relative to cacheMiddleware', ratio(small, 'a hit of cacheMiddleware'), 2),
      atMost('a hit of 10 kB, relative to cacheMiddleware', ratio(large, 'a hit of cacheMiddleware'), 1.6),
      atMost("a hit of 0.2 kB, relative to undici's request", ratio(small, "undici's request"), 0.65),
      atMost("a hit of 10 kB, relative to undici's request", ratio(large, "undici's request"), 0.65),
      ...(sqlite ? [atMost('a hit of 0.2 kB in SQLite, relative to memory', sqlite.ratio, 1.5)] : []),
      ...many.goals,
    ],
    charts: [],
  };
};
