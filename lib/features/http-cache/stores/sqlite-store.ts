import { type Clock, InvalidInputError, systemClock } from '../../../core/internal.js';
import type { RecordKeepingStore } from '../http-cache-store.js';
import { recordStore } from '../record-store.js';

interface Statement {
  get(...values: unknown[]): unknown;
  run(...values: unknown[]): unknown;
}

/** A database of SQLite, as `DatabaseSync` of `node:sqlite` is one, or `Database` of `better-sqlite3`. */
export interface SqliteDatabase {
  /** Runs statements that give nothing. */
  exec(sql: string): unknown;
  /** Makes a statement to be run with values. */
  prepare(sql: string): Statement;
}

/** Whoever makes the table keeps others waiting, who would throw; after that nobody waits for long. */
const SCHEMA = `
  PRAGMA busy_timeout = 5000;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS homing_cache (key TEXT PRIMARY KEY, value BLOB NOT NULL, until INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS homing_cache_until ON homing_cache (until);
  PRAGMA busy_timeout = 20`;

const PUT = `INSERT INTO homing_cache VALUES (?, ?, ?) ON CONFLICT (key)
  DO UPDATE SET value = excluded.value, until = excluded.until`;

/** After so many records what is over is thrown away. */
const SWEEP = 200;

/**
 * A store for `httpCacheMiddleware` in a database of SQLite: it survives restarts, and the processes of one machine may
 * have it in common. It makes a table `homing_cache`, and waits up to 5 s for another process that does so too; from then
 * on the connection waits 20 ms for a lock (`busy_timeout`), so have one for the cache alone.
 *
 * @param database Such as `new DatabaseSync('cache.db')`; yours to close.
 * @param clock Tells when records are over; all processes of a file need the same. Default: the system's.
 * @throws TypeError for what is no database; what SQLite throws, such as for a file that stays locked.
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
  // Whatever it throws, it rejects with.
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
