// Checks with a real Redis that a store failure doesn't fail a call, and that stored responses are found again. Uses
// ioredis and node-redis, with and without their queues. Redis is full, slow, stalled, disconnected, stopped and
// restarted, while two caches request the same keys. Needs redis-server on the path, and the build.
//
//   node integration/http-cache/redis.mjs
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, defineRequest } from '../../dist/index.js';
import { cacheStatusOf, httpCacheMiddleware, redisStore } from '../../dist/http-cache.js';
import { install } from '../install.mjs';
import { RedisServer } from '../peers/credentials/redis-server.mjs';
import { ShakyProxy } from './faulty-proxy.mjs';

await install(import.meta.dirname);
const { CLIENTS } = await import('./redis-clients.mjs');

const CACHES = 2;
const KEYS = 20;
const SECRET = 'the same in all processes';
/** Milliseconds, longer than a cache pauses after one store failure. */
const REST = 3000;

/** A server that counts its requests. Its responses contain all byte values, and don't fit into one TCP segment. */
const startOrigin = async () => {
  const body = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
  let seen = [];
  const server = createServer((request, response) => {
    seen.push(request.url);
    setTimeout(() => {
      response.writeHead(200, { 'cache-control': 'public, max-age=600', etag: '"1"' });
      response.end(body);
    }, 20);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    body,
    taken() {
      const urls = seen;
      seen = [];
      return {
        requests: urls.length,
        most: Math.max(0, ...urls.map((url) => urls.filter((each) => each === url).length)),
      };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
};

const origin = await startOrigin();

const cacheOver = (command, options) => {
  const cache = httpCacheMiddleware({ store: redisStore(command), secret: SECRET, ...options });
  const get = defineRequest()({ method: 'GET', path: '/:id', responseType: 'arrayBuffer' });
  return { api: createApi({ baseUrl: origin.url, middleware: [cache], requests: { get } }), cache };
};

/** Every cache requests every key at the same time. Returns the results. */
const ask = async (caches, about, headers = {}) => {
  const ids = Array.from({ length: KEYS }, (_, index) => `${about}-${index}`);
  const began = performance.now();
  const answers = await Promise.all(
    caches.flatMap(({ api }) => ids.map((id) => api.get({ id }, { headers }))),
  );
  const took = Math.round(performance.now() - began);
  await pause(100);
  const hits = answers.filter(({ response }) => cacheStatusOf(response)?.hit).length;
  const failed = answers.filter(({ data }) => !data || !origin.body.equals(Buffer.from(data))).length;
  return { failed, hits, took, ...origin.taken() };
};

let wrong = 0;
const show = (what, { failed, hits, took, requests, most }, isRight) => {
  const right = failed === 0 && isRight({ hits, requests, most });
  if (!right) wrong += 1;
  console.log(
    `  ${right ? '✓' : '✗'} ${what.padEnd(36)}${[failed, hits, requests, most, took].map((each) => String(each).padStart(9)).join('')}`,
  );
};

const once = ({ requests }) => requests === KEYS;
const never = ({ requests, hits }) => requests === 0 && hits === CACHES * KEYS;
const twice = ({ most }) => most <= 2;

async function tryClient(name, connect) {
  const redis = new RedisServer(['--maxmemory-policy', 'noeviction']);
  const proxy = new ShakyProxy();
  await redis.start();
  const port = await proxy.start(redis.port);
  const clients = await Promise.all(Array.from({ length: CACHES }, () => connect(port)));
  const direct = await connect(redis.port);
  const caches = clients.map(({ command }) => cacheOver(command, { storeTimeout: 1000 }));
  try {
    console.log(
      `\n${name.padEnd(38)}${['failed', 'hits', 'requests', 'for one', 'ms'].map((each) => each.padStart(9)).join('')}`,
    );
    show('nothing is stored', await ask(caches, 'cold'), once);
    show('all is stored', await ask(caches, 'cold'), never);
    show('for one user, sealed', await ask(caches, 'own', { authorization: 'x' }), once);
    show('the same once more', await ask(caches, 'own', { authorization: 'x' }), never);
    const isForgotten = await caches[0].cache.clear();
    show('forgotten by one', await ask(caches, 'cold'), (seen) => isForgotten && once(seen));

    await direct.command(['CONFIG', 'SET', 'maxmemory', '1']);
    show('full', await ask(caches, 'full'), twice);
    show('full, what is stored', await ask(caches, 'cold'), twice);
    await direct.command(['CONFIG', 'SET', 'maxmemory', '0']);
    await pause(REST);
    show('no longer full', await ask(caches, 'emptied'), once);

    proxy.delay = 30;
    show('slow, within the timeout', await ask(caches, 'slow'), twice);
    proxy.delay = 1200;
    show('too slow', await ask(caches, 'too slow'), twice);
    proxy.delay = 0;
    await pause(REST);
    show('fast again', await ask(caches, 'fast'), once);

    const cut = ask(caches, 'cut');
    await pause(10);
    proxy.cut();
    show('cut off meanwhile', await cut, twice);
    await pause(REST);
    proxy.isDeaf = true;
    show('hung', await ask(caches, 'hung'), twice);
    proxy.isDeaf = false;
    proxy.cut();
    await pause(REST);
    show('connected again', await ask(caches, 'connected'), once);

    await redis.kill();
    show('stopped', await ask(caches, 'stopped'), twice);
    await pause(REST);
    show('stopped, a second later', await ask(caches, 'still stopped'), twice);
    await redis.start();
    // After each failure, the cache pauses longer, and a client waits longer before it reconnects.
    await pause(3 * REST);
    show('started again', await ask(caches, 'started'), once);
    show('what was stored before', await ask(caches, 'fast'), never);
  } finally {
    for (const { end } of [...clients, direct]) end();
    proxy.close();
    await redis.close();
  }
}

for (const [name, connect] of Object.entries(CLIENTS)) await tryClient(name, connect);
origin.close();
if (wrong > 0) {
  console.error(`\n${wrong} came out otherwise than they should`);
  process.exitCode = 1;
}
