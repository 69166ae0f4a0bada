import {
  indexedDbStore,
  recordStore,
  redisStore,
  sqliteStore,
  type SqliteDatabase,
} from '../../lib/entries/http-cache.js';
import { fakeRedis, MapStore } from '../support/http-stores.js';
import { ManualClock } from '../support/manual-clock.js';
import { httpCacheStoreContract } from './http-cache-store-contract.js';

httpCacheStoreContract('a custom store', () => {
  const map = new MapStore();
  return { store: recordStore(map), wait: (ms) => (map.now += ms) };
});

httpCacheStoreContract('redisStore', () => {
  const { command, map } = fakeRedis();
  return { store: redisStore(command), wait: (ms) => (map.now += ms) };
});

const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
const sqlite = process?.getBuiltinModule?.('node:sqlite') as
  { DatabaseSync: new (file: string) => SqliteDatabase } | undefined;

// Node has node:sqlite since 22.13.
if (sqlite)
  httpCacheStoreContract('sqliteStore', () => {
    const clock = new ManualClock();
    return { store: sqliteStore(new sqlite.DatabaseSync(':memory:'), clock), wait: (ms) => clock.move(ms) };
  });

let opened = 0;

// Only in a browser.
if ('indexedDB' in globalThis)
  httpCacheStoreContract('indexedDbStore', () => {
    const clock = new ManualClock();
    opened += 1;
    const store = indexedDbStore(`contract ${opened}`, clock);
    return { store, wait: (ms) => clock.move(ms), patience: 1000 };
  });
