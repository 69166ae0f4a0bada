import { type Clock, InvalidInputError, systemClock } from '../../../core/internal.js';
import type { RecordKeepingStore } from '../http-cache-store.js';
import { recordStore } from '../record-store.js';

interface Statement {
  get(...values: unknown[]): unknown;
  run(...values: unknown[]): unknown;
}

/** An SQLite database, such as `DatabaseSync` from `node:sqlite` or `Database` from `better-sqlite3`. */
export interface SqliteDatabase {
  /** Runs statements without a result. */
  exec(sql: string): unknown;
  /** Prepares a statement. */
  prepare(sql: string): Statement;
}

/** While one process creates the table, another would throw, so it waits up to 5 s. Later waits are short. */
const SCHEMA = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS homing_cache (key TEXT PRIMARY KEY, value BLOB NOT NULL, until INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS homing_cache_until ON homing_cache (until);
  PRAGMA busy_timeout = 20`;

const PUT = `INSERT INTO homing_cache VALUES (?, ?, ?) ON CONFLICT (key)
  DO UPDATE SET value = excluded.value, until = excluded.until`;

/** After this number of writes, expired records are deleted. */
const SWEEP = 200;

/**
 * Creates a store for `httpCacheMiddleware` in an SQLite database. It survives restarts, and the processes of one
 * machine can share it. It creates the table `homing_cache`, and waits up to 5 s for another process that does the
 * same. Afterwards the connection waits up to 20 ms for a lock (`busy_timeout`), so use a separate connection for the
 * cache.
 *
 * @param database For example `new DatabaseSync('cache.db')`. You close it.
 * @param clock Determines when records expire. All processes that use the file need the same clock. Default: the system
 * clock.
 * @throws TypeError if `database` isn't a database; errors of SQLite, for example for a file that stays locked.
 */
export function sqliteStore(database: SqliteDatabase, clock: Clock = systemClock): RecordKeepingStore {
  const { exec, prepare } = Object(database) as Partial<SqliteDatabase>;
  if (typeof exec !== 'function' || typeof prepare !== 'function')
    throw InvalidInputError.ofOption(
      'sqliteStore database',
      database,
      'new DatabaseSync(file) (node:sqlite)',
    );
  database.exec(SCHEMA);
  const read = database.prepare('SELECT value FROM homing_cache WHERE key = ? AND until > ?');
  const put = database.prepare(PUT);
  const claim = database.prepare(`${PUT} WHERE until <= ? RETURNING key`);
  const drop = database.prepare('DELETE FROM homing_cache WHERE key = ?');
  const release = database.prepare('DELETE FROM homing_cache WHERE key = ? AND value = ?');
  const sweep = database.prepare('DELETE FROM homing_cache WHERE until <= ?');
  const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
  let puts = 0;
  // Converts a thrown error to a rejection.
  const later = async <T>(task: () => T): Promise<T> => Promise.resolve(task());
  return recordStore({
    get: (keys) =>
      later(() => {
        const now = clock.now();
        return keys.map((key) => (read.get(key, now) as { value: Uint8Array } | undefined)?.value);
      }),
    set: (key, record, ttl) =>
      later(() => {
        put.run(key, record, Math.ceil(clock.now() + ttl));
        puts += 1;
        if (puts % SWEEP === 0) sweep.run(clock.now());
      }),
    delete: (key) => later(() => void drop.run(key)),
    acquireLease: (key, token, ms) =>
      later(() => {
        const now = clock.now();
        return claim.get(key, bytesOf(token), Math.ceil(now + ms), now) !== undefined;
      }),
    releaseLease: (key, token) => later(() => void release.run(key, bytesOf(token))),
  });
}
