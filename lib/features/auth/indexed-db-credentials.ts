import { InvalidInputError } from '../../core/internal.js';
import type { Credentials, CredentialStore } from './credentials.js';

const [TABLE, KEY] = ['credentials', 'current'];

const failed = (error: DOMException | null): Error => error ?? new Error('IndexedDB failed.');

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failed(request.error));
  });

/** Waits for the end of the transaction: its requests succeed before the browser detects a full disk. */
const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(failed(transaction.error));
  });

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
  let opening: Promise<IDBDatabase> | undefined;
  const forget = (): void => {
    opening = undefined;
  };
  const open = async (): Promise<IDBDatabase> => {
    const request = indexedDB.open(`homing credentials ${name}`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    // A deletion by another page can block it for any time. A later use must not wait for the same request.
    request.onblocked = forget;
    const database = await done(request);
    database.onclose = forget;
    // Another page might need to delete the database.
    database.onversionchange = () => {
      database.close();
      forget();
    };
    return database;
  };
  const begin = async (mode: IDBTransactionMode): Promise<IDBTransaction> => {
    try {
      return (await (opening ??= open())).transaction(TABLE, mode);
    } catch (thrown) {
      forget();
      throw thrown;
    }
  };
  return {
    async load() {
      const transaction = await begin('readonly');
      return (await done(transaction.objectStore(TABLE).get(KEY))) as Credentials | undefined;
    },
    async save(credentials) {
      const transaction = await begin('readwrite');
      const table = transaction.objectStore(TABLE);
      // Only plain data can be stored, and the credentials have no prototype.
      if (credentials) table.put({ ...credentials }, KEY);
      else table.delete(KEY);
      await committed(transaction);
    },
  };
}
