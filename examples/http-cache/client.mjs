// One of the processes. It receives tasks as messages, and sends back the results.
import { Redis } from 'ioredis';
import { createApi, defineRequest } from '../../dist/index.js';
import { cacheStatusOf, httpCacheMiddleware, redisStore } from '../../dist/http-cache.js';

const [, , baseUrl, port] = process.argv;

// Without the offline queue, a command fails immediately while Redis is down.
const redis = new Redis(Number(port), { enableOfflineQueue: false, retryStrategy: () => 100 });
redis.on('error', () => undefined);

const cache = httpCacheMiddleware({
  store: redisStore((args) => redis.callBuffer(...args)),
  secret: 'the same in all processes',
  tags: ({ requestName }) => [requestName],
  // Milliseconds. Long, because many processes share few CPU cores here.
  storeTimeout: 500,
});

const api = createApi({
  baseUrl,
  middleware: [cache],
  headers: { 'x-client': String(process.pid) },
  requests: {
    getItem: defineRequest()({ method: 'GET', path: '/:policy/:id' }),
  },
});

const get = async (params) => {
  const began = performance.now();
  const { error, response } = await api.getItem(params);
  const { hit, collapsed, detail } = cacheStatusOf(response) ?? {};
  return { failed: error?.message, hit, collapsed, detail, took: performance.now() - began };
};

const TASKS = {
  getAll: (all) => Promise.all(all.map(get)),
  invalidate: (what) => cache.invalidate(what),
};

process.on('message', async ({ task, about }) => process.send(await TASKS[task](about)));
process.once('disconnect', () => process.exit());
redis.once('ready', () => process.send('ready'));
