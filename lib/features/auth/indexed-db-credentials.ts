import { InvalidInputError } from '../../core/internal.js';
import { committed, IndexedDatabase, resultOf } from '../indexed-db/indexed-database.js';
import type { Credentials, CredentialStore } from './credentials.js';

const KEY = 'current';

/**
 * Creates a store for `AuthPlugin` in a browser's IndexedDB. Credentials outlive the page, and all pages of the origin
 * share them; pass `lock: webLock(name)` too. Scripts of the origin can read the tokens.
 *
 * The database is opened at the first use. If it fails, or another page closes it, the next use opens it again. The
 * plugin reports the failure and limits how long it waits: `refreshTimeout`.
 *
 * @param name Name of the database. Use another name for each session that is stored.
 * @throws TypeError if `name` isn't a string.
 */
export function indexedDbCredentials(name: string): CredentialStore {
  if (typeof name !== 'string')
    throw InvalidInputError.ofOption('indexedDbCredentials name', name, 'a string');
  const database = new IndexedDatabase(`homing-credentials ${name}`, 'credentials');
  return {
    async load() {
      const table = await database.table('readonly');
      return (await resultOf(table.get(KEY))) as Credentials | undefined;
    },
    async save(credentials) {
      const table = await database.table('readwrite');
      // Only plain data can be stored, and the credentials have no prototype.
      if (credentials) table.put({ ...credentials }, KEY);
      else table.delete(KEY);
      await committed(table);
    },
  };
}
