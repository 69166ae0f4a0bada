import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuthPlugin, indexedDbCredentials } from '../../../lib/entries/auth.js';

interface Database {
  onversionchange?: () => void;
  onclose?: () => void;
}

/** The part of IndexedDB that the store needs. */
const fakeIndexedDb = () => {
  const databases = new Map<string, Map<string, unknown>>();
  const opened: Database[] = [];
  let isFull = false;
  const later = (target: Record<string, unknown>, ...events: string[]): object => {
    setTimeout(() => events.forEach((event) => (target[event] as (() => void) | undefined)?.()), 0);
    return target;
  };
  const open = (name: string): object => {
    const rows = databases.get(name) ?? new Map<string, unknown>();
    databases.set(name, rows);
    let isClosed = false;
    const transaction = (): object => {
      if (isClosed) throw new DOMException('The database is closed.', 'InvalidStateError');
      const objectStore = (): object => ({
        transaction: own,
        get: (key: string) => later({ result: rows.get(key) }, 'onsuccess'),
        put: (value: unknown, key: string) => {
          if (!isFull) rows.set(key, structuredClone(value));
        },
        delete: (key: string) => void rows.delete(key),
      });
      const error = isFull ? new DOMException('Quota exceeded.', 'QuotaExceededError') : null;
      const own = { objectStore, error };
      return later(own, isFull ? 'onabort' : 'oncomplete');
    };
    const close = () => void (isClosed = true);
    const database: Database = Object.assign({ createObjectStore: () => ({}), transaction, close });
    opened.push(database);
    return later({ result: database }, 'onupgradeneeded', 'onsuccess');
  };
  return { indexedDB: { open }, opened, fill: () => void (isFull = true) };
};

let fake: ReturnType<typeof fakeIndexedDb>;
beforeEach(() => {
  fake = fakeIndexedDb();
  vi.stubGlobal('indexedDB', fake.indexedDB);
});
afterEach(() => void vi.unstubAllGlobals());

describe('indexedDbCredentials (rules.md#credentials)', () => {
  it('shares credentials with other pages, by name, and deletes them', async () => {
    const [store, other] = [indexedDbCredentials('a'), indexedDbCredentials('a')];
    expect(await store.load()).toBeUndefined();
    await new AuthPlugin(() => Promise.resolve(null), { store }).set({ token: 't', refreshToken: 'r' });
    expect(await other.load()).toMatchObject({ token: 't', refreshToken: 'r' });
    expect(await indexedDbCredentials('b').load()).toBeUndefined();
    await other.save(undefined);
    expect(await store.load()).toBeUndefined();
  });

  it('opens the database again after it failed', async () => {
    const store = indexedDbCredentials('a');
    vi.stubGlobal('indexedDB', undefined);
    await expect(store.load()).rejects.toThrow();
    vi.stubGlobal('indexedDB', fake.indexedDB);
    await store.save({ token: 't' });
    expect(await store.load()).toEqual({ token: 't' });
    expect(fake.opened).toHaveLength(1);
  });

  it.each(['onversionchange', 'onclose'] as const)('opens the database again after %s', async (event) => {
    const store = indexedDbCredentials('a');
    await store.save({ token: 't' });
    fake.opened[0]?.[event]?.();
    expect(await store.load()).toEqual({ token: 't' });
    expect(fake.opened).toHaveLength(2);
  });

  it('rejects a save if the disk is full', async () => {
    const store = indexedDbCredentials('a');
    fake.fill();
    await expect(store.save({ token: 't' })).rejects.toThrow('Quota exceeded.');
  });

  it('throws if its name is not a string', () => {
    expect(() => indexedDbCredentials(1 as never)).toThrow(/indexedDbCredentials name is 1/);
  });
});
