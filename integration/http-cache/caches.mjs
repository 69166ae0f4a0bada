import { redisStore, sqliteStore } from '../../dist/http-cache.js';
import { install } from '../install.mjs';
import { RedisServer } from '../peers/credentials/redis-server.mjs';
import { homingFetch } from './clients.mjs';

const MODES = ['private', 'shared'];

/** undici, if it is installed. It isn't a dependency of homing. */
async function undiciFetch(mode) {
  const { Agent, interceptors, fetch } = await import('undici');
  const caching = interceptors.cache({ type: mode });
  const plain = new Agent().compose(caching);
  return (url, { headers, dispatcher, ...init }) =>
    fetch(url, {
      ...init,
      cache: undefined,
      headers: headers.filter(([, value]) => value !== 'nothing-to-see-here' && value !== 'foo'),
      dispatcher: dispatcher?.compose(caching) ?? plain,
    });
}

/** Starts Redis and connects to it. Returns the connection and a function that ends both; undefined without Redis. */
async function startRedis() {
  const redis = new RedisServer();
  try {
    await redis.start();
  } catch (error) {
    console.log(`\nSKIPPED: Redis (${error.message}); Debian's package redis-server is one.`);
    return undefined;
  }
  await install(import.meta.dirname);
  const { CLIENTS } = await import('./redis-clients.mjs');
  const { command, end } = await CLIENTS.ioredis(redis.port);
  const close = async () => {
    end();
    await redis.close();
  };
  return { command, close };
}

/** The stores that are available on this machine, by name. */
function stores(redis) {
  const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? {};
  if (!DatabaseSync) console.log('\nSKIPPED: SQLite, which Node has from 22.13 on.');
  // The cache encrypts responses of a user for the store, so that every test uses the store.
  const secret = 'a secret for these tests';
  return [
    ['memory', () => ({})],
    ...(DatabaseSync
      ? [['SQLite', () => ({ store: sqliteStore(new DatabaseSync(':memory:')), secret, storeTimeout: 1000 })]]
      : []),
    ...(redis
      ? [
          [
            'Redis',
            (mode) => ({ store: redisStore(redis.command), secret, storeTimeout: 1000, namespace: mode }),
          ],
        ]
      : []),
  ];
}

/** The caches that the suite tests, and a function that ends them. */
export async function caches() {
  const redis = await startRedis();
  const list = [];
  for (const mode of MODES) {
    for (const [store, optionsOf] of stores(redis))
      list.push({ name: `homing, ${store}`, mode, fetch: homingFetch(mode, optionsOf(mode)), isOurs: true });
    list.push({ name: "undici's cache interceptor", mode, fetch: await undiciFetch(mode), isOurs: false });
  }
  return { list, close: async () => redis?.close() };
}
