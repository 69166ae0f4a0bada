import { describe, expect, it } from 'vitest';
import { sqliteStore } from '../../../../lib/entries/http-cache.js';

describe('a store in SQLite', () => {
  it.each([undefined, 'cache.db', {}, { exec: () => undefined }])(
    'throws for %o with the expected argument',
    (database) => {
      expect(() => sqliteStore(database as never)).toThrow('new DatabaseSync(file) (node:sqlite)');
    },
  );

  it('waits if others create the table at the same time, and not afterwards', () => {
    let schema = '';
    const prepare = () => ({ get: () => undefined, run: () => undefined });
    sqliteStore({ exec: (sql: string) => void (schema = sql), prepare });
    expect(schema.match(/PRAGMA \w+ = \w+|CREATE \w+/g)).toEqual([
      'PRAGMA busy_timeout = 5000',
      'PRAGMA journal_mode = WAL',
      'PRAGMA synchronous = NORMAL',
      'CREATE TABLE',
      'CREATE INDEX',
      'PRAGMA busy_timeout = 20',
    ]);
  });

  it('rejects with the error of the database', async () => {
    const statement = {
      get: () => {
        throw new Error('disk full');
      },
      run: () => {
        throw new Error('disk full');
      },
    };
    const store = sqliteStore({ exec: () => undefined, prepare: () => statement });
    const asked = [store.get(['a']), store.set('a', new Uint8Array(), 1), store.delete('a')];
    for (const each of [...asked, store.acquireLease?.('a', 't', 1), store.releaseLease?.('a', 't')])
      await expect(each).rejects.toThrow('disk full');
  });

  it('deletes expired records now and then', async () => {
    const sql: string[] = [];
    const prepare = (text: string) => ({
      get: () => undefined,
      run: () => void sql.push(text.slice(0, 11)),
    });
    const store = sqliteStore({ exec: () => undefined, prepare });
    for (let count = 0; count < 400; count += 1) await store.set('a', new Uint8Array(), 1);
    expect(sql.filter((text) => text === 'DELETE FROM')).toHaveLength(2);
  });
});
