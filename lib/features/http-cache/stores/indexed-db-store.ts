import { type Clock, ignoringErrors, InvalidInputError, systemClock } from '../../../core/internal.js';
import type { RecordKeepingStore } from '../http-cache-store.js';
import { recordStore } from '../record-store.js';

interface Row {
  readonly value: Uint8Array;
  readonly until: number;
}

const TABLE = 'records';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed.'));
  });

/** After this number of writes, expired records are deleted. */
const SWEEP = 200;

/** Waits for the end of the transaction: its requests succeed before the browser detects a full disk. */
const kept = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB failed.'));
  });

/** Deletes expired records. */
async function sweep(table: IDBObjectStore, now: number): Promise<void> {
  const over = await done(table.index('until').getAllKeys(IDBKeyRange.upperBound(now)));
  for (const key of over) table.delete(key);
}

async function opened(name: string, now: number): Promise<IDBDatabase> {
  const request = indexedDB.open(`homing ${name}`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE).createIndex('until', 'until');
  const database = await done(request);
  // Another page might need to upgrade or delete the database.
  database.onversionchange = () => database.close();
  await sweep(database.transaction(TABLE, 'readwrite').objectStore(TABLE), now);
  return database;
}

/**
 * Creates a store for `httpCacheMiddleware` in a browser's IndexedDB. It outlives the page, and all pages of the origin
 * share it. The database is opened at the first use. If that fails, the operation is a miss, and the next one tries
 * again.
 *
 * @param name Name of the database.
 * @param clock Determines when records expire. All pages that use the database need the same clock. Default: the system
 * clock.
 * @throws TypeError if `name` isn't a string.
 */
export function indexedDbStore(name: string, clock: Clock = systemClock): RecordKeepingStore {
  if (typeof name !== 'string') throw InvalidInputError.ofOption('indexedDbStore name', name, 'a string');
  let opening: Promise<IDBDatabase> | undefined;
  let puts = 0;
  const rows = async (mode: IDBTransactionMode): Promise<IDBObjectStore> => {
    try {
      opening ??= opened(name, clock.now());
      return (await opening).transaction(TABLE, mode).objectStore(TABLE);
    } catch (thrown) {
      opening = undefined;
      throw thrown;
    }
  };
  const read = async (table: IDBObjectStore, key: string): Promise<Uint8Array | undefined> => {
    const row = (await done(table.get(key))) as Row | undefined;
    return row && row.until > clock.now() ? row.value : undefined;
  };
  return recordStore({
    async get(keys) {
      const table = await rows('readonly');
      return Promise.all(keys.map((key) => read(table, key)));
    },
    async set(key, value, ttl) {
      const table = await rows('readwrite');
      table.put({ value, until: clock.now() + ttl }, key);
      await kept(table);
      puts += 1;
      // Don't await the cleanup: the time for a store operation is limited.
      if (puts % SWEEP === 0) void ignoringErrors(async () => sweep(await rows('readwrite'), clock.now()));
    },
    async delete(key) {
      const table = await rows('readwrite');
      table.delete(key);
      await kept(table);
    },
    async acquireLease(key, token, ms) {
      // Read and write in one transaction, so that no other page can write in between.
      const table = await rows('readwrite');
      if ((await read(table, key)) !== undefined) return false;
      table.put({ value: new TextEncoder().encode(token), until: clock.now() + ms }, key);
      await kept(table);
      return true;
    },
    async releaseLease(key, token) {
      const table = await rows('readwrite');
      const value = await read(table, key);
      if (!value || new TextDecoder().decode(value) !== token) return;
      table.delete(key);
      await kept(table);
    },
  });
}
