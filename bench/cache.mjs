import { build } from './contenders/homing.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { bareStub } from './measure/stubs.mjs';
import { atMost, columns, table } from './report/suite-result.mjs';

export const title = 'Cache';

export const how = `This section shows the cost of a hit, by the number of responses in the store, and of a miss that drops the oldest response of a full store. The params have 5 fields and the call has 5 headers. All of them are in the key. Each row of a table is compared with its first row in the same round.`;

const COLUMNS = columns('', {
  micros: ['µs per call', 2],
  ratio: ['of the first', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});

const { cacheMiddleware, createApi, defineRequest } = build;

const HEADERS = {
  accept: 'application/json',
  'accept-language': 'en',
  authorization: 'Bearer 0123456789abcdef',
  'x-client': 'bench',
  'x-tenant': 'demo',
};
const paramsOf = (page) => ({ q: 'ada', page, size: 50, sort: 'name', tags: ['admin', 'reader'] });

const clientWith = (...middleware) =>
  createApi({
    baseUrl: 'https://api.example.com/v1',
    fetch: bareStub,
    middleware,
    headers: HEADERS,
    requests: { findUsers: defineRequest()({ method: 'GET', path: '/users' }) },
  });

/** Creates a client with a full store. */
const filled = async (entries) => {
  const api = clientWith(cacheMiddleware({ ttl: Infinity, maxSize: entries }));
  for (let page = 1; page <= entries; page += 1) await api.findUsers(paramsOf(page));
  return api;
};

const named = (count) => (count === 1 ? '1 answer' : `${count.toLocaleString('en')} answers`);

const hits = async (sizes) => {
  const calls = new Map();
  for (const size of sizes) {
    const api = await filled(size);
    calls.set(`a hit, ${named(size)} in the store`, () => api.findUsers(paramsOf(Math.ceil(size / 2))));
  }
  const none = clientWith();
  return calls.set('no cache', () => none.findUsers(paramsOf(1)));
};

/** Each call has params that no earlier call had. */
const misses = async (sizes) => {
  const calls = new Map();
  for (const size of sizes) {
    const api = await filled(size);
    let page = size;
    calls.set(`a miss, ${named(size)} in the full store`, () => {
      page += 1;
      return api.findUsers(paramsOf(page));
    });
  }
  return calls;
};

const inMicros = (rows) => rows.map((row) => ({ ...row, micros: row.ns / 1000 }));

export const run = async ({ quick }) => {
  const largest = quick ? 10_000 : 100_000;
  const hitRows = inMicros(await interleaved(await hits([1, 1000, largest]), quick));
  const missRows = inMicros(await interleaved(await misses([50, largest]), quick));
  return {
    tables: [table('Hits', COLUMNS, hitRows), table('Misses', COLUMNS, missRows)],
    goals: [
      atMost('a cache hit', hitRows[0].micros, 10, ' µs'),
      atMost(`${hitRows[2].name}, of a store with one`, hitRows[2].ratio, 1.15),
    ],
    charts: [],
  };
};
