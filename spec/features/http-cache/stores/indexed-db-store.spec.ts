import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../lib/core/internal.js';
import { indexedDbStore } from '../../../../lib/entries/http-cache.js';
import { flush } from '../../../support/flush.js';
import { until } from '../../../support/until.js';

type Rows = Map<string, { value: Uint8Array; until: number }>;

/** The part of IndexedDB that the store needs. */
const fakeIndexedDb = () => {
  let rows: Rows = new Map();
  let opened = 0;
  let isFull = false;
  let underWay = 0;
  const later = (result: unknown, extra: object = {}): unknown => {
    const request = { result, ...extra } as { onsuccess?: () => void; onupgradeneeded?: () => void };
    underWay += 1;
    void flush().then(() => {
      request.onupgradeneeded?.();
      request.onsuccess?.();
      underWay -= 1;
    });
    return request;
  };
  const table = {
    createIndex: () => undefined,
    get: (key: string) => later(rows.get(key)),
    put: (row: { value: Uint8Array; until: number }, key: string) => later(rows.set(key, row)),
    delete: (key: string) => later(rows.delete(key)),
    index: () => ({
      getAllKeys: (most: number) =>
        later([...rows].filter(([, { until }]) => until <= most).map(([key]) => key)),
    }),
  };
  /** Ends when it has no pending requests. On a full disk, it reverts its changes. */
  const transaction = () => {
    const before = new Map(rows);
    const own = { error: null as Error | null, oncomplete: () => undefined, onabort: () => undefined };
    const end = (): void => {
      if (!isFull) return own.oncomplete();
      rows = before;
      own.error = new DOMException('Quota exceeded.', 'QuotaExceededError');
      return own.onabort();
    };
    void until(() => underWay === 0).then(end);
    return { ...own, objectStore: () => ({ ...table, transaction: own }) };
  };
  const database = { createObjectStore: () => table, transaction, close: () => undefined };
  const indexedDB = {
    open: () => {
      opened += 1;
      return later(database);
    },
  };
  return { rows, indexedDB, times: () => opened, fill: () => void (isFull = true) };
};

const NAMES = ['indexedDB', 'IDBKeyRange'];
const PLATFORMS = new Map(NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));

let fake: ReturnType<typeof fakeIndexedDb>;

beforeEach(() => {
  fake = fakeIndexedDb();
  const { indexedDB } = fake;
  const fakes = { indexedDB, IDBKeyRange: { upperBound: (most: number) => most } };
  // The global of a page is read-only.
  for (const [name, value] of Object.entries(fakes))
    Object.defineProperty(globalThis, name, { value, configurable: true });
});
afterEach(() => {
  for (const name of NAMES) {
    const platforms = PLATFORMS.get(name);
    if (platforms) Object.defineProperty(globalThis, name, platforms);
    else Reflect.deleteProperty(globalThis, name);
  }
});

describe('a store in IndexedDB', () => {
  it('stores bytes by name, and opens the database once', async () => {
    const store = indexedDbStore('api');
    await store.set('a', Uint8Array.from([1]), 1000);
    const [a, b] = await store.get(['a', 'b']);
    expect([a?.[0], b, fake.times()]).toEqual([1, undefined, 1]);
    await store.delete('a');
    expect(await store.get(['a'])).toEqual([undefined]);
  });

  it('returns no expired record, and deletes these when it is opened', async () => {
    fake.rows.set('old', { value: new Uint8Array(), until: 1 });
    const store = indexedDbStore('api');
    await store.set('a', new Uint8Array(), -1);
    expect([await store.get(['a', 'old']), fake.rows.has('old')]).toEqual([[undefined, undefined], false]);
  });

  it('also deletes expired records now and then while it is open', async () => {
    let now = 0;
    const store = indexedDbStore('api', { ...systemClock, now: () => now });
    await store.set('old', new Uint8Array(), 10);
    now = 20;
    await Promise.all(Array.from({ length: 199 }, () => store.set('a', new Uint8Array(), 10)));
    // The store doesn't wait for its sweep.
    await until(() => fake.rows.size === 1);
    expect([...fake.rows.keys()]).toEqual(['a']);
  });

  it('grants a key to one caller until it is released', async () => {
    const store = indexedDbStore('api');
    expect([await store.acquireLease?.('a', 'x', 1000), await store.acquireLease?.('a', 'y', 1000)]).toEqual([
      true,
      false,
    ]);
    await store.releaseLease?.('a', 'y');
    expect(await store.acquireLease?.('a', 'z', 1000)).toBe(false);
    await store.releaseLease?.('a', 'x');
    expect(await store.acquireLease?.('a', 'z', 1000)).toBe(true);
  });

  it('rejects a change that the browser reverts because the disk is full', async () => {
    const store = indexedDbStore('api');
    await store.acquireLease?.('held', 'token', 1000);
    fake.fill();
    const changes = [
      () => store.set('a', new Uint8Array(), 1000),
      () => store.delete('held'),
      () => store.acquireLease?.('b', 'token', 1000),
      () => store.releaseLease?.('held', 'token'),
    ];
    for (const change of changes) await expect(change()).rejects.toThrow('Quota exceeded.');
    expect((await store.get(['a', 'b', 'held'])).map((value) => value !== undefined)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('rejects if it can’t be opened, and tries again later', async () => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined, configurable: true });
    const store = indexedDbStore('api');
    await expect(store.get(['a'])).rejects.toThrow();
    Object.defineProperty(globalThis, 'indexedDB', { value: fake.indexedDB, configurable: true });
    expect(await store.get(['a'])).toEqual([undefined]);
  });

  it('throws for a name that is not a string', () => {
    expect(() => indexedDbStore(1 as never)).toThrow('indexedDbStore name');
  });
});
