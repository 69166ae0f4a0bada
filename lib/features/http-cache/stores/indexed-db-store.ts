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

/** After so many records what is over is thrown away. */
const SWEEP = 200;

/** Waits for the end of a transaction: its requests succeed before the browser finds out that the disk is full. */
const kept = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB failed.'));
  });

/** Throws away what is over. */
async function sweep(table: IDBObjectStore, now: number): Promise<void> {
  const over = await done(table.index('until').getAllKeys(IDBKeyRange.upperBound(now)));
  for (const key of over) table.delete(key);
}

async function opened(name: string, now: number): Promise<IDBDatabase> {
  const request = indexedDB.open(`homing ${name}`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(TABLE).createIndex('until', 'until');
  const database = await done(request);
  // Another page may want to change or delete it.
  database.onversionchange = () => database.close();
  await sweep(database.transaction(TABLE, 'readwrite').objectStore(TABLE), now);
  return database;
}

/**
 * A store for `httpCacheMiddleware` in a browser's IndexedDB: it survives the page, and all pages of the origin have it in
 * common. Opened when first used; where that fails, each use is a miss and opens it anew.
 *
 * @param name Of the database.
 * @param clock Tells when records are over; all pages of a database need the same. Default: the system's.
 * @throws TypeError for what is no text.
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
      // Nobody waits for it, as a store is waited for only so long.
      if (puts % SWEEP === 0) void ignoringErrors(async () => sweep(await rows('readwrite'), clock.now()));
    },
    async delete(key) {
      const table = await rows('readwrite');
      table.delete(key);
      await kept(table);
    },
    async acquireLease(key, token, ms) {
      // Both in one transaction: nobody comes between.
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
