// The cost of a cache with many responses, for the suite `http-cache`: memory, evictions, and a database of 1 GB on
// disk.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpCacheMiddleware, sqliteStore } from '../dist/http-cache.js';
import { build } from './contenders/homing.mjs';
import { interleaved } from './measure/interleaved.mjs';
import { quantile } from './measure/statistics.mjs';
import { atMost, columns, facts, table } from './report/suite-result.mjs';

const { createApi, defineRequest } = build;

/** Characters of a body, in memory and on disk. On disk, 100,000 bodies take 1 GB. */
const SMALL = 200;
const LARGE = 10_000;

/** A client with a function as its server. Each response is fresh for an hour and has about this length. */
const clientOf = (size, options) => {
  const body = JSON.stringify({ id: 1, note: 'x'.repeat(size) });
  const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=3600', etag: '"1"' };
  const cache = httpCacheMiddleware({ ...options, userKey: () => undefined });
  const find = defineRequest()({ method: 'GET', path: '/users/:id' });
  // Replaces the global fetch during the run, because responses of a custom fetch are cached only in memory.
  globalThis.fetch = async () => new Response(body, { headers });
  const api = createApi({ baseUrl: 'https://api.example.com/v1', middleware: [cache], requests: { find } });
  return { cache, call: (id) => api.find({ id }) };
};

const heap = () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

/** The bytes of a response in addition to its body: as counted by the cache, and as measured in the heap. */
async function memory(count) {
  const { cache, call } = clientOf(SMALL, { maxSize: Infinity });
  for (let id = 0; id < 100; id += 1) await call(`warm-${id}`);
  await cache.clear();
  const before = heap();
  for (let id = 0; id < count; id += 1) await call(id);
  const held = (heap() - before) / count;
  const { bytes, entries } = cache.stats;
  if (entries !== count) throw new Error(`The cache holds ${entries} responses instead of ${count}.`);
  return { held, counted: bytes / entries };
}

/** A cache that is full with this many responses. Each call stores a new response and evicts the oldest. */
async function full(count, perAnswer) {
  const { cache, call } = clientOf(SMALL, { maxSize: count * perAnswer });
  let id = 1e6;
  const next = () => call((id += 1));
  for (let each = 0; each < 1.05 * count; each += 1) await next();
  const { entries } = cache.stats;
  if (entries > 1.01 * count || entries < 0.9 * count)
    throw new Error(`The cache holds ${entries} responses.`);
  return [`${count.toLocaleString('en')} responses stored, each miss evicts the oldest`, next];
}

/** Milliseconds per random hit in a database that is much larger than SQLite's memory cache. */
async function disk(count, hits) {
  const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? {};
  if (!DatabaseSync) throw new Error('SQLite needs Node 22.13 or later.');
  const folder = await mkdtemp(join(tmpdir(), 'homing-bench-'));
  const database = new DatabaseSync(join(folder, 'cache.db'));
  try {
    const { cache, call } = clientOf(LARGE, { store: sqliteStore(database), storeTimeout: 5000 });
    for (let id = 0; id < count; id += 1) await call(id);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const { size } = await stat(join(folder, 'cache.db'));
    const before = cache.stats.hits;
    const times = [];
    for (let each = 0; each < hits; each += 1) {
      const id = Math.floor(Math.random() * count);
      const began = performance.now();
      await call(id);
      times.push(performance.now() - began);
    }
    const found = cache.stats.hits - before;
    if (found !== hits) throw new Error(`${found} of ${hits} calls were served from SQLite.`);
    return facts('SQLite on disk', [
      ['the database', size / 1e9, 'GB'],
      ['a random hit, median', quantile(times, 0.5), 'ms'],
      ['a random hit, 99th percentile', quantile(times, 0.99), 'ms'],
    ]);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const COLUMNS = columns('', {
  micros: ['µs per miss', 2],
  ratio: ['of the first', 2],
  low: ['quartiles', 2],
  high: ['', 2],
});

/** The time of a miss must not depend on the number of responses, except for misses in the processor's caches. */
const FLAT = 1.5;

/** Returns tables and goals. If `HTTP_CACHE_DISK` is set, writes 1 GB to a temporary folder and removes it. */
export async function ofSize(quick) {
  const { fetch } = globalThis;
  const few = quick ? 10 : 1;
  try {
    const { held, counted } = await memory(100_000 / few);
    const sizes = [1000, 10_000, 100_000].map((count) => count / few);
    const calls = new Map();
    for (const count of sizes) calls.set(...(await full(count, counted)));
    const rows = (await interleaved(calls, quick)).map((row) => ({ ...row, micros: row.ns / 1000 }));
    const tables = [
      facts(`${(100_000 / few).toLocaleString('en')} responses of 0.2 kB in memory`, [
        ['memory per response', held, 'bytes', 0],
        ['counted per response against maxSize', counted, 'bytes', 0],
      ]),
      table('Evictions', COLUMNS, rows),
    ];
    if (process.env.HTTP_CACHE_DISK) tables.push(await disk(100_000 / few, 20_000 / few));
    const last = rows.at(-1);
    return { tables, goals: [atMost(`a miss: ${last.name}, of the first`, last.ratio, FLAT)] };
  } finally {
    globalThis.fetch = fetch;
  }
}
