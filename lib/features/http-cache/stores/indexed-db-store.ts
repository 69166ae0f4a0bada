import { type Clock, ignoringErrors, InvalidInputError, systemClock } from '../../../core/internal.js';
import { committed, IndexedDatabase, resultOf } from '../../indexed-db/indexed-database.js';
import type { RecordKeepingStore } from '../http-cache-store.js';
import { recordStore } from '../record-store.js';

interface Row {
  readonly value: Uint8Array;
  readonly until: number;
}

/** After this number of writes, expired records are deleted. */
const SWEEP = 200;

/** Deletes expired records. */
async function sweep(table: IDBObjectStore, now: number): Promise<void> {
  const over = await resultOf(table.index('until').getAllKeys(IDBKeyRange.upperBound(now)));
  for (const key of over) table.delete(key);
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
  const database = new IndexedDatabase(
    `homing ${name}`,
    'records',
    (table) => table.createIndex('until', 'until'),
    (table) => sweep(table, clock.now()),
  );
  let puts = 0;
  const read = async (table: IDBObjectStore, key: string): Promise<Uint8Array | undefined> => {
    const row = (await resultOf(table.get(key))) as Row | undefined;
    return row && row.until > clock.now() ? row.value : undefined;
  };
  return recordStore({
    async get(keys) {
      const table = await database.table('readonly');
      return Promise.all(keys.map((key) => read(table, key)));
    },
    async set(key, value, ttl) {
      const table = await database.table('readwrite');
      table.put({ value, until: clock.now() + ttl }, key);
      await committed(table);
      puts += 1;
      // Don't await the cleanup: the time for a store operation is limited.
      if (puts % SWEEP === 0)
        void ignoringErrors(async () => sweep(await database.table('readwrite'), clock.now()));
    },
    async delete(key) {
      const table = await database.table('readwrite');
      table.delete(key);
      await committed(table);
    },
    async acquireLease(key, token, ms) {
      // Read and write in one transaction, so that no other page can write in between.
      const table = await database.table('readwrite');
      if ((await read(table, key)) !== undefined) return false;
      table.put({ value: new TextEncoder().encode(token), until: clock.now() + ms }, key);
      await committed(table);
      return true;
    },
    async releaseLease(key, token) {
      const table = await database.table('readwrite');
      const value = await read(table, key);
      if (!value || new TextDecoder().decode(value) !== token) return;
      table.delete(key);
      await committed(table);
    },
  });
}
