const failed = (error: DOMException | null): Error => error ?? new Error('IndexedDB failed.');

/** Waits for the result of a request. */
export const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(failed(request.error));
  });

/** Waits for the end of the transaction: its requests succeed before the browser detects a full disk. */
export const committed = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(failed(transaction.error));
  });

/**
 * A database with one table. It is opened at the first use. If that fails, or another page closes it, the next use opens
 * it again.
 */
export class IndexedDatabase {
  readonly #name: string;
  readonly #table: string;
  readonly #create: ((table: IDBObjectStore) => unknown) | undefined;
  readonly #opened: ((table: IDBObjectStore) => Promise<void>) | undefined;
  #opening: Promise<IDBDatabase> | undefined;

  /**
   * @param create Runs when the table is created.
   * @param opened Runs each time the database is opened. The first use waits for it.
   */
  constructor(
    name: string,
    table: string,
    create?: (table: IDBObjectStore) => unknown,
    opened?: (table: IDBObjectStore) => Promise<void>,
  ) {
    this.#name = name;
    this.#table = table;
    this.#create = create;
    this.#opened = opened;
  }

  /** Returns the table, in a new transaction. */
  async table(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    try {
      return this.#tableOf(await (this.#opening ??= this.#open()), mode);
    } catch (thrown) {
      this.#forget();
      throw thrown;
    }
  }

  #tableOf(database: IDBDatabase, mode: IDBTransactionMode): IDBObjectStore {
    return database.transaction(this.#table, mode).objectStore(this.#table);
  }

  async #open(): Promise<IDBDatabase> {
    const request = indexedDB.open(this.#name, 1);
    request.onupgradeneeded = () => {
      const table = request.result.createObjectStore(this.#table);
      this.#create?.(table);
    };
    // A deletion by another page can block it for any time. A later use must not wait for the same request.
    request.onblocked = () => this.#forget();
    const database = await resultOf(request);
    database.onclose = () => this.#forget();
    // Another page might need to upgrade or delete the database.
    database.onversionchange = () => {
      database.close();
      this.#forget();
    };
    await this.#opened?.(this.#tableOf(database, 'readwrite'));
    return database;
  }

  #forget(): void {
    this.#opening = undefined;
  }
}
